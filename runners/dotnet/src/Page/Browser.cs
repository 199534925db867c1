using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Wirelab.Runner;

namespace Wirelab.Page;

/// <summary>A browser without a window, with a profile of its own, that ends when this process does.</summary>
internal sealed class Browser : IDisposable
{
    private const string Profiles = "wirelab-browser-";
    private const int SaidLines = 3;
    private const int LongestLine = 200;

    // The browser reads commands from descriptor 3, such as which page to open: a command line can be read by every user of
    // the machine, and the page's address is a secret. It ends when nobody can write there any more. What brings it the
    // command has a session of its own where it can, so that it survives a kill of this process's group: it kills a browser
    // that has not ended two seconds after this process, and removes the folder with its profile and its temporary files.
    private const string Start = """
        folder=$1; shift
        mkfifo -m 600 "$folder/commands" || exit
        exec 5<&0
        $(command -v setsid) /bin/sh -c '
            read -r command; printf "%s\0" "$command"; read -r gone; exec >&-
            for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$1" || break; sleep 0.1; done
            kill -KILL "$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }
        ' watch $$ "$folder" <&5 5<&- >"$folder/commands" 2>&- &
        export TMPDIR="$folder"
        exec "$0" "$@" 3<"$folder/commands" 4>/dev/null 5<&-
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
        var start = new ProcessStartInfo("/bin/sh", ["-c", Start, program, profile, .. options])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var process = Process.Start(start)!;
        try
        {
            var command = new { id = 1, method = "Target.createTarget", @params = new { url = page.ToString() } };
            process.StandardInput.WriteLine(JsonSerializer.Serialize(command));
            process.StandardInput.Flush();
        }
        catch (IOException)
        {
            // It has ended already, which `Ended` says.
        }
        return new Browser(program, process, profile);
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
