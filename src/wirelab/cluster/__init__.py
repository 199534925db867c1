"""Other hosts, reached by Dask: certificates, the scheduler, and what a host does. The only place that knows Dask."""
