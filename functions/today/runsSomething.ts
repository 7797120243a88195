import type { Access } from '#shared/permissions.ts'

/** Requests are only for users who run a club or team: others see none, until they do again. */
export const runsSomething = ({ organizations }: Access): boolean =>
  organizations.some(({ flags = [], teams }) => flags.length > 0 || teams.some((team) => team.flags?.length))
