import { fold, matchesWords, words as wordsOf } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import { type Found, findTagged } from './clubSearch.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plain: Record<string, string> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Text without accents, in lower case: `Julián Quiñones` becomes `julian quinones`. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[øđðłıßæœþ]/g, (letter) => plain[letter] ?? letter)

/**
 * Players whose full name contains every typed word, in any order; in longer words one letter may be wrong. Keeps their order.
 */
function findPlayers<Player extends { firstName: string; lastName: string }>(
  players: readonly Player[],
  typed: string,
): readonly Player[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return players
  return players.filter((player) => {
    const name = folded(fullName(player))
    const its = wordsOf(name)
    return words.every((word) => name.includes(word) || matchesWords(its, [word]))
  })
}

/** Players of a roster by exact tag, else by part of a tag, else by name. Only readers who may edit players receive tags. */
export function findOnRoster<Player extends { firstName: string; lastName: string; tags?: readonly string[] }>(
  players: readonly Player[],
  typed: string,
): Found<Player> {
  const query = fold(typed)
  const tagged = query === '' ? undefined : findTagged(players, ({ tags = [] }) => tags.map(fold), query)
  return tagged ? { by: tagged.by, players: tagged.found } : { by: 'name', players: findPlayers(players, typed) }
}
