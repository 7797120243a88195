import type { Access } from '#shared/permissions.ts'

/** Requests to be let in are for who runs a club or a team: who does no more is shown none, and again once they do. */
export const runsSomething = ({ organizations }: Access): boolean =>
  organizations.some(({ flags = [], teams }) => flags.length > 0 || teams.some((team) => team.flags?.length))
