/** Removes the stand-in's own fields. */
export const publicFields = (answer: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(answer, (name, value: unknown) => (/^own[A-Z]/.test(name) ? undefined : value))) as Record<
    string,
    unknown
  >
