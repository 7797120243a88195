/**
 * A handler that is loaded with the first call that asks for it, so that what people wait for on every visit starts without it.
 * Its function is `inParts`.
 */
export const later =
  <Module, Name extends keyof Module, Call, Answer>(
    load: () => Promise<Module & Record<Name, (call: Call) => Promise<Answer>>>,
    name: Name,
  ) =>
  async (call: Call): Promise<Answer> =>
    (await load())[name](call)
