import { subjectOf } from '#shared/ids.ts'
import { type Access, can } from '#shared/permissions.ts'
import type { Feed } from '../table/feeds.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'

const requiredRight = { player: 'family', team: 'member', organization: 'canEditEvents' } as const

/** Whether the owner of a link, with these rights, may still see what it shows. */
export const mayShow = ({ scope, about }: Pick<Feed, 'scope' | 'about'>, access: Access): boolean =>
  scope === 'family' || can({ access, groups: [] }, requiredRight[scope], subjectOf(about)).allowed

/** The feed of a player who was merged since is about the kept player, until the merge is undone. */
export async function withCurrentPlayer<Of extends Pick<Feed, 'scope' | 'about'>>(feed: Of): Promise<Of> {
  if (feed.scope !== 'player') return feed
  const currentIds = await mergedPlayers.currentIds([feed.about])
  return { ...feed, about: currentIds.get(feed.about) ?? feed.about }
}
