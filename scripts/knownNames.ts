/** Why names on a command line are refused: the first unknown one, and the known ones. Undefined if all are known. */
export function unknownName(names: readonly string[], known: readonly string[]): string | undefined {
  const unknown = names.find((name) => !known.includes(name))
  return unknown === undefined ? undefined : `There is no "${unknown}": choose among ${known.join(', ')}.`
}

/** Ends the process, with that sentence, if one of the names is unknown. */
export function requireKnownNames(names: readonly string[], known: readonly string[]): void {
  const refusal = unknownName(names, known)
  if (refusal === undefined) return
  console.error(refusal)
  process.exit(1)
}
