import { fold, matchesWords, words } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'

export type Club = AnswerOf<'GET /rest-api/teams/search/{orgId}'>
export type ClubPlayer = Club['players'][number]

/** A player's search texts, normalized once because every key searches them. */
type Indexed = {
  player: ClubPlayer
  tags: string[]
  name: string
  /** Words of the player's name and of the contacts' names. */
  words: string[]
  /** The words as one text, each preceded by a space, for a fast substring search. */
  text: string
}
export type ClubIndex = { club: Club; players: Indexed[] }
/** Players indexed per chunk: in between, a slow phone can handle input. */
const atOnce = 1000

/** Indexes a club's players. Returns undefined if `wanted` was aborted. */
export async function indexOf(club: Club, wanted?: AbortSignal): Promise<ClubIndex | undefined> {
  const players: Indexed[] = []
  for (let from = 0; from < club.players.length; from += atOnce) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    if (wanted?.aborted) return undefined
    players.push(...club.players.slice(from, from + atOnce).map(indexed))
  }
  return { club, players }
}

function indexed(player: ClubPlayer): Indexed {
  const name = fold(fullName(player))
  const its = [name, ...player.contacts.map(fold)].flatMap(words)
  return { player, tags: player.tags.map(fold), name, words: its, text: ` ${its.join(' ')}` }
}

export type Found<Player = ClubPlayer> = { by: 'tag' | 'partOfTag' | 'name'; players: readonly Player[] }

/**
 * Players with a tag of exactly that name, otherwise with a tag that contains it; undefined if nobody has one. `tagsOf` returns
 * normalized tags.
 */
export function findTagged<Each>(
  all: readonly Each[],
  tagsOf: (each: Each) => readonly string[],
  query: string,
): { by: 'tag' | 'partOfTag'; found: Each[] } | undefined {
  const exactly = all.filter((each) => tagsOf(each).includes(query))
  if (exactly.length > 0) return { by: 'tag', found: exactly }
  const inPart = all.filter((each) => tagsOf(each).some((tag) => tag.includes(query)))
  return inPart.length > 0 ? { by: 'partOfTag', found: inPart } : undefined
}

/**
 * The players that match: by exact tag, else by part of a tag, else by name, where every word must be contained in the full
 * name or begin a word of a contact's name. Ignores accents, case and one wrong letter in longer words.
 */
export function findInClub({ players }: ClubIndex, typed: string): Found {
  const query = fold(typed)
  const wanted = words(query)
  const tagged = findTagged(players, ({ tags }) => tags, query)
  if (tagged) return { by: tagged.by, players: tagged.found.map(({ player }) => player) }
  const has = ({ name, text, words: its }: Indexed, word: string) =>
    name.includes(word) || text.includes(` ${word}`) || matchesWords(its, [word])
  return {
    by: 'name',
    players: players.filter((each) => wanted.every((word) => has(each, word))).map(({ player }) => player),
  }
}
