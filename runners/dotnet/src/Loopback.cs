using System.Net;
using System.Net.Sockets;
using Wirelab.Runner;

namespace Wirelab;

/// <summary>An application on a free port of loopback, for the programs that answer behind one.</summary>
internal static class Loopback
{
    /// <summary>Nothing is mapped yet.</summary>
    public static WebApplication Build()
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.Logging.ClearProviders(); // what is logged on the console goes to stdout
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.Listen(IPAddress.Loopback, 0);
            server.Limits.MaxRequestBodySize = null;
        });
        return builder.Build();
    }

    /// <summary>Start it; gives its address.</summary>
    public static async Task<Uri> Start(WebApplication application)
    {
        try
        {
            await application.StartAsync();
        }
        catch (Exception error) when (error is IOException or SocketException)
        {
            var what = $"no port of {IPAddress.Loopback} is free to listen on; end what holds them, or look at `ip address show lo`";
            throw new FaultException(Whose.Host, $"{what}: {FaultException.Describe(error)}", error);
        }
        return new Uri(application.Urls.First());
    }
}
