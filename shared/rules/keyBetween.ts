const lowestCharacter = ' '
const middleCharacter = 'O'

/**
 * A key between two others in the order of their character codes, so that moving one item of an ordered list is one write (fractional
 * indexing). `after` sorts before `before`, and neither ends in a space.
 */
export function keyBetween(after: string, before: string): string {
  let commonLength = 0
  while ((after[commonLength] ?? lowestCharacter) === before[commonLength]) commonLength += 1
  const [lowCharacter = lowestCharacter, highCharacter = lowestCharacter] = [after[commonLength], before[commonLength]]
  const room = highCharacter.charCodeAt(0) - lowCharacter.charCodeAt(0)
  const head = before.slice(0, commonLength)
  if (room > 1) return head + String.fromCharCode(lowCharacter.charCodeAt(0) + Math.floor(room / 2))
  return head + lowCharacter + after.slice(commonLength + 1) + middleCharacter
}
