using Wirelab.Runner;

namespace Wirelab.Tests;

/// <summary>Batches whose times are given, one behind the other without pauses.</summary>
public class WarmUpRuleTests
{
    private const long Target = 1000;

    [Fact]
    public void Calls_grow_until_a_batch_is_long_enough()
    {
        var rule = Rule();
        var calls = Run(rule, nsOfACall: _ => 9, until: batches => batches.Count == 6);
        Assert.Equal([1, 10, 100, 100, 123, 123], calls); // ten times at most, then a tenth more than needed
    }

    [Fact]
    public void One_batch_that_is_a_little_short_changes_nothing_two_do()
    {
        var rule = Rule();
        var calls = Run(rule, nsOfACall: at => at is 0 or 1 ? 1000 : 900, until: batches => batches.Count == 6);
        Assert.Equal([1, 1, 1, 1, 2, 2], calls);
    }

    [Fact]
    public void Two_windows_of_one_level_are_steady()
    {
        var rule = Rule();
        var calls = Run(rule, nsOfACall: at => at < 3 ? 5000 : 1000, until: _ => false);
        Assert.True(rule.IsSteady);
        Assert.Equal(7, calls.Count); // a median of the slow ones and of as many fast ones differ
    }

    [Fact]
    public void Time_alone_makes_nothing_steady()
    {
        var rule = Rule(maxNs: 20_000);
        Run(rule, nsOfACall: at => 1000 + (100 * at), until: _ => false);
        Assert.False(rule.IsSteady);
    }

    [Fact]
    public void No_rule_is_met_before_its_least_time()
    {
        var rule = Rule(minNs: 50_000);
        Assert.Equal(50, Run(rule, nsOfACall: _ => 1000, until: _ => false).Count);
        Assert.True(rule.IsSteady);
    }

    [Theory]
    [InlineData(1000, true)]
    [InlineData(1190, true)]
    [InlineData(1210, false)] // more than a fifth of a processor beside the thread that is timed
    public void Compilers_in_the_background_are_waited_for(long processNs, bool steady)
    {
        var rule = Rule(maxNs: 30_000);
        Run(rule, nsOfACall: _ => 1000, until: _ => false, cpuNs: 1000, processNs);
        Assert.Equal(steady, rule.IsSteady);
    }

    [Fact]
    public void A_compiler_that_pauses_is_waited_for_too()
    {
        var rule = Rule(minNs: 300_000_000);
        // It compiles something every 200 ms, five times; nothing shows between.
        var calls = Run(rule, nsOfACall: _ => 20_000_000, until: _ => false, compiled: at => at is 10 or 20 or 30 or 40 or 50 ? 1 : 0);
        Assert.True(rule.IsSteady);
        Assert.Equal(51 + 13, calls.Count); // 250 ms behind the fifth
    }

    private static WarmUpRule Rule(long minNs = 0, long maxNs = 10_000_000_000) => new(new WarmUp(2, 0.02, minNs, maxNs), Target);

    private static List<long> Run(
        WarmUpRule rule, Func<int, long> nsOfACall, Func<List<Batch>, bool> until, long? cpuNs = null, long? processNs = null,
        Func<int, long>? compiled = null)
    {
        List<Batch> batches = [];
        var now = 0L;
        while (!until(batches) && rule.Next(batches) is { } calls)
        {
            var ns = calls * nsOfACall(batches.Count);
            batches.Add(new Batch("warm-up", now, calls, ns, 0, 0, 0, null, cpuNs, processNs) { Compiled = compiled?.Invoke(batches.Count) });
            now += ns;
        }
        return [.. batches.Select(batch => batch.Calls)];
    }
}
