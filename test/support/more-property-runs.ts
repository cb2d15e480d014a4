// The project `e2e` tries properties with more values than `unit` does.
process.env.FC_RUNS ??= '300';
