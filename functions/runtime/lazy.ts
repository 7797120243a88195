/**
 * A handler whose module is imported at its first call: a route that is asked rarely adds nothing to the cold start of those that every
 * visit waits for. The record of its function has `codeSplitting`.
 */
export const lazyHandler =
  <Module, Name extends keyof Module, Call, Answer>(
    load: () => Promise<Module & Record<Name, (call: Call) => Promise<Answer>>>,
    name: Name,
  ) =>
  async (call: Call): Promise<Answer> =>
    (await load())[name](call)
