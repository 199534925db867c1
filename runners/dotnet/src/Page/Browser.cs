using System.Diagnostics;

namespace Wirelab.Page;

/// <summary>The browser has ended, or the page cannot go on.</summary>
internal sealed class BrowserException(string message) : Exception(message);

/// <summary>A browser without a window, with a profile of its own, that ends when this process does.</summary>
internal sealed class Browser : IDisposable
{
    private const int SaidLines = 20;

    private readonly Process process;
    private readonly string profile;
    private readonly Queue<string> said = [];

    private Browser(Process process, string profile) => (this.process, this.profile) = (process, profile);

    /// <summary>Fails when the browser ends.</summary>
    public Task Ended { get; private init; } = Task.CompletedTask;

    /// <summary>The last lines of its standard error.</summary>
    public string Said
    {
        get
        {
            lock (said)
            {
                return string.Join('\n', said);
            }
        }
    }

    public static Browser Open(string program, Uri page)
    {
        var profile = Directory.CreateTempSubdirectory("wirelab-browser-").FullName;
        List<string> options =
        [
            "--headless=new", $"--user-data-dir={profile}", "--no-first-run", "--disable-extensions", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
        ];
        if (Environment.UserName == "root")
        {
            options.Add("--no-sandbox"); // it refuses to run as root with it
        }
        // With this option it reads what to do from descriptor 3, and ends with it: when this process does, however that was.
        options.Add("--remote-debugging-pipe");
        var start = new ProcessStartInfo("/bin/sh", ["-c", "exec \"$0\" \"$@\" 3<&0 4>/dev/null", program, .. options, page.ToString()])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = new Process { StartInfo = start, EnableRaisingEvents = true };
        var browser = new Browser(process, profile) { Ended = ended.Task };
        process.Exited += (_, _) => ended.TrySetException(new BrowserException($"{program} ended with status {process.ExitCode}"));
        process.OutputDataReceived += browser.Hear;
        process.ErrorDataReceived += browser.Hear;
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return browser;
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
        try
        {
            Directory.Delete(profile, recursive: true);
        }
        catch (IOException)
        {
            // One of its processes still writes there; the folder is a temporary one.
        }
    }

    private void Hear(object _, DataReceivedEventArgs line)
    {
        lock (said)
        {
            said.Enqueue(line.Data ?? "");
            while (said.Count > SaidLines)
            {
                said.Dequeue();
            }
        }
    }
}
