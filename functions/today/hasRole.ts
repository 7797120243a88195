import type { Access } from '#shared/permissions.ts'

/** Whether a user has a role in a club or team: only then do they see requests to them. */
export const hasRole = ({ organizations }: Access): boolean =>
  organizations.some(({ flags = [], teams }) => flags.length > 0 || teams.some((team) => team.flags?.length))
