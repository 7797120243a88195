import { subjectOf } from '#shared/ids.ts'
import { type Access, can } from '#shared/permissions.ts'
import type { Feed } from '../table/feeds.ts'

const requiredRight = { player: 'family', team: 'member', organization: 'canEditEvents' } as const

/** Whether the owner of a link, with these rights, may still see what it shows. */
export const mayShow = ({ scope, about }: Pick<Feed, 'scope' | 'about'>, access: Access): boolean =>
  scope === 'family' || can({ access, groups: [] }, requiredRight[scope], subjectOf(about)).allowed
