"""Other hosts, reached by Dask: certificates, the scheduler, and the hosts' work. The only place that knows Dask."""
