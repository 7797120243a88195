const lowest = ' '
const middle = 'O'

/**
 * A key between two others in the order of their character codes, so that moving one item of an ordered list is one write (fractional
 * indexing). `after` sorts before `before`, and neither ends in a space.
 */
export function between(after: string, before: string): string {
  let same = 0
  while ((after[same] ?? lowest) === before[same]) same += 1
  const [low = lowest, high = lowest] = [after[same], before[same]]
  const room = high.charCodeAt(0) - low.charCodeAt(0)
  const head = before.slice(0, same)
  if (room > 1) return head + String.fromCharCode(low.charCodeAt(0) + Math.floor(room / 2))
  return head + low + after.slice(same + 1) + middle
}
