/**
 * A handler whose module is imported on its first call, so that a rare route adds nothing to the cold start of those that every
 * visit waits for. Its function's record needs `inParts`.
 */
export const lazyHandler =
  <Module, Name extends keyof Module, Call, Answer>(
    load: () => Promise<Module & Record<Name, (call: Call) => Promise<Answer>>>,
    name: Name,
  ) =>
  async (call: Call): Promise<Answer> =>
    (await load())[name](call)
