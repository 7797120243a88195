import { fold, matchesWords, words } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'

export type Club = AnswerOf<'GET /rest-api/teams/search/{orgId}'>
export type ClubPlayer = Club['players'][number]

/** A player's search texts, normalized once because every key searches them. */
type IndexedPlayer = {
  player: ClubPlayer
  tags: string[]
  name: string
  /** Words of the player's name and of the contacts' names. */
  words: string[]
  /** The words as one text, each preceded by a space, for a fast substring search. */
  text: string
}
export type ClubIndex = { club: Club; players: IndexedPlayer[] }
/** Players indexed per chunk: in between, a slow phone can handle input. */
const chunkSize = 1000

/** Indexes a club's players. Returns undefined if `signal` was aborted. */
export async function buildClubIndex(club: Club, signal?: AbortSignal): Promise<ClubIndex | undefined> {
  const players: IndexedPlayer[] = []
  for (let from = 0; from < club.players.length; from += chunkSize) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    if (signal?.aborted) return undefined
    players.push(...club.players.slice(from, from + chunkSize).map(toIndexedPlayer))
  }
  return { club, players }
}

function toIndexedPlayer(player: ClubPlayer): IndexedPlayer {
  const name = fold(fullName(player))
  const allWords = [name, ...player.contacts.map(fold)].flatMap(words)
  return { player, tags: player.tags.map(fold), name, words: allWords, text: ` ${allWords.join(' ')}` }
}

export type SearchResult<Player = ClubPlayer> = { matchedBy: 'tag' | 'partOfTag' | 'name'; players: readonly Player[] }

/**
 * Players with a tag of exactly that name, otherwise with a tag that contains it; undefined if nobody has one. `tagsOf` returns
 * normalized tags.
 */
export function findTagged<Each>(
  items: readonly Each[],
  tagsOf: (each: Each) => readonly string[],
  query: string,
): { matchedBy: 'tag' | 'partOfTag'; found: Each[] } | undefined {
  const exactMatches = items.filter((each) => tagsOf(each).includes(query))
  if (exactMatches.length > 0) return { matchedBy: 'tag', found: exactMatches }
  const partialMatches = items.filter((each) => tagsOf(each).some((tag) => tag.includes(query)))
  return partialMatches.length > 0 ? { matchedBy: 'partOfTag', found: partialMatches } : undefined
}

/**
 * The players that match: by exact tag, else by part of a tag, else by name, where every word must be contained in the full
 * name or begin a word of a contact's name. Ignores accents, case and one wrong letter in longer words.
 */
export function findInClub({ players }: ClubIndex, typed: string): SearchResult {
  const query = fold(typed)
  const queryWords = words(query)
  const tagged = findTagged(players, ({ tags }) => tags, query)
  if (tagged) return { matchedBy: tagged.matchedBy, players: tagged.found.map(({ player }) => player) }
  const matchesWord = ({ name, text, words: playerWords }: IndexedPlayer, word: string) =>
    name.includes(word) || text.includes(` ${word}`) || matchesWords(playerWords, [word])
  return {
    matchedBy: 'name',
    players: players.filter((each) => queryWords.every((word) => matchesWord(each, word))).map(({ player }) => player),
  }
}
