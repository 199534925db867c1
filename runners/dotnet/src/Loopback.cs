using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Wirelab.Runner;

namespace Wirelab;

/// <summary>
/// An application on a free port of loopback, for the programs that answer behind one. Every user of the machine can reach
/// it: whoever does not show the secret gets 403 before anything else happens.
/// </summary>
internal static class Loopback
{
    /// <summary>A secret that cannot be guessed. It must be passed where no other user can read it: not on a command line.</summary>
    public static string NewSecret() => Convert.ToHexString(RandomNumberGenerator.GetBytes(32));

    /// <summary>Nothing is mapped yet.</summary>
    /// <param name="secret">What a request must show.</param>
    /// <param name="shown">Where it shows it.</param>
    public static WebApplication Build(string secret, Func<HttpRequest, string> shown)
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.Logging.ClearProviders(); // what is logged on the console goes to stdout
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.Listen(IPAddress.Loopback, 0);
            server.Limits.MaxRequestBodySize = null;
        });
        var application = builder.Build();
        application.Use((context, next) =>
        {
            if (IsOwn(context.Request) && IsSame(shown(context.Request), secret))
            {
                return next(context);
            }
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return Task.CompletedTask;
        });
        return application;
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

    /// <summary>
    /// Whether it is addressed to this application by its own name, not by one that somebody's name server gave, comes from no
    /// page of elsewhere, and is no form, which a page of elsewhere may send unasked.
    /// </summary>
    private static bool IsOwn(HttpRequest request)
    {
        var own = $"{IPAddress.Loopback}:{request.HttpContext.Connection.LocalPort}";
        var origin = request.Headers.Origin.ToString();
        return request.Host.Value == own
            && (origin.Length == 0 || origin == $"http://{own}")
            && (!HttpMethods.IsPost(request.Method) || request.HasJsonContentType());
    }

    private static bool IsSame(string shown, string secret) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(shown), Encoding.UTF8.GetBytes(secret));
}
