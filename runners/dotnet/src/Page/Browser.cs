using System.Diagnostics;
using System.Globalization;
using Wirelab.Runner;

namespace Wirelab.Page;

/// <summary>A browser without a window, with a profile of its own, that ends when this process does.</summary>
internal sealed class Browser : IDisposable
{
    private const string Profiles = "wirelab-browser-";
    private const int SaidLines = 3;
    private const int LongestLine = 200;

    // The browser reads commands from descriptor 3, and ends when nobody can write there any more. The shell that started
    // it kills one that has not ended two seconds later. Both notice the end of this process, whatever its cause.
    private const string Start = """
        exec 3<&0
        (read -r gone <&3; sleep 2; kill -KILL $$) >&- 2>&- &
        exec "$0" "$@" 4>/dev/null
        """;

    private readonly string program;
    private readonly Process process;
    private readonly string profile;
    private readonly Queue<string> said = [];

    private Browser(string program, Process process, string profile)
    {
        (this.program, this.process, this.profile) = (program, process, profile);
        process.OutputDataReceived += Hear;
        process.ErrorDataReceived += Hear;
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        Ended = WhenEnded();
    }

    /// <summary>Fails when the browser ends.</summary>
    public Task Ended { get; }

    public static Browser Open(string program, Uri page)
    {
        RemoveOldProfiles();
        var profile = Directory.CreateTempSubdirectory($"{Profiles}{Environment.ProcessId}-").FullName;
        List<string> options =
        [
            "--headless=new", $"--user-data-dir={profile}", "--no-first-run", "--disable-extensions", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
            "--log-level=3", // where there is no desktop it complains of that
        ];
        if (Environment.UserName == "root")
        {
            options.Add("--no-sandbox"); // it refuses to run as root with it
        }
        options.Add("--remote-debugging-pipe");
        var start = new ProcessStartInfo("/bin/sh", ["-c", Start, program, .. options, page.ToString()])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return new Browser(program, Process.Start(start)!, profile);
    }

    /// <summary>Wait until <paramref name="ready"/>; that it ends before, or takes longer, is the host's fault.</summary>
    public async Task StartsWithin(TimeSpan longest, Task ready)
    {
        try
        {
            await ready.WaitAsync(longest).Or(Ended);
        }
        catch (TimeoutException)
        {
            throw Fault(string.Create(CultureInfo.InvariantCulture, $"its page was not ready within {longest.TotalSeconds} s"));
        }
    }

    public void Dispose()
    {
        process.StandardInput.Close();
        if (!process.WaitForExit(TimeSpan.FromSeconds(2)))
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }
        process.Dispose();
        Remove(profile);
    }

    /// <summary>Those of processes that were killed before they could.</summary>
    private static void RemoveOldProfiles()
    {
        foreach (var old in Directory.GetDirectories(Path.GetTempPath(), $"{Profiles}*-*"))
        {
            var owner = Path.GetFileName(old)[Profiles.Length..].Split('-')[0];
            if (int.TryParse(owner, CultureInfo.InvariantCulture, out var id) && !IsRunning(id))
            {
                Remove(old);
            }
        }
    }

    private static bool IsRunning(int id)
    {
        try
        {
            using var _ = Process.GetProcessById(id);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // One of its processes still writes there, or it is somebody else's; the next one removes it.
        }
    }

    private async Task WhenEnded()
    {
        await process.WaitForExitAsync(); // and all that it said was heard
        throw Fault($"it ended with {Status(process.ExitCode)}");
    }

    /// <summary>A shell, and .NET, give a signal as a status above 128.</summary>
    private static string Status(int code) => code > 128 ? $"signal {code - 128}" : $"status {code}";

    private FaultException Fault(string what)
    {
        lock (said)
        {
            var last = said.Count > 0 ? $"; it said last: {string.Join(' ', said)}" : "";
            return new FaultException(Whose.Host, $"{program}: {what}{last}. Try `{program} --headless=new --dump-dom about:blank`");
        }
    }

    private void Hear(object _, DataReceivedEventArgs line)
    {
        if (string.IsNullOrWhiteSpace(line.Data))
        {
            return;
        }
        lock (said)
        {
            said.Enqueue(line.Data.Length <= LongestLine ? line.Data : line.Data[..LongestLine]);
            while (said.Count > SaidLines)
            {
                said.Dequeue();
            }
        }
    }
}
