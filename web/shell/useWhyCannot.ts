import { useMemo } from 'react'
import { subjectOf } from '#shared/ids.ts'
import { type Can, can, isForGrownUps, isForGuardian } from '#shared/permissions.ts'
import { useApi, useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import english from '../rights/texts.en.json'
import { useUserId } from '../session/useUserId.ts'
import { toAccess } from './access.ts'

/**
 * Why the user cannot do something to an organization, team, player or event, as a sentence for `disabledReason`; undefined if
 * they can. Evaluates the server's rules on the client's data: `whyCannot('canEditEvents', teamId)`. Until the user's rights are
 * known it returns '' (not allowed, no reason). For adult-only actions it only gives the reason for a child's own account, which
 * leaves them to a parent or guardian.
 */
export function useWhyCannot(): (needed: Can, about?: string) => string | undefined {
  const t = useTexts('rights', english)
  const userId = useUserId()
  const { data } = useApi('GET /api/v1/playersAndTeams', userId === undefined ? undefined : {})
  const roles = useCached('GET /rest-api/users/profile', {})?.roles
  return useMemo(() => {
    const userAccess = userId !== undefined && data && { access: toAccess(userId, data), groups: roles ?? [] }
    return (needed, about) => {
      const subject = about === undefined ? undefined : subjectOf(about)
      if (isForGrownUps(needed))
        return userAccess && isForGuardian(userAccess.access, needed, subject) ? t('needsGuardian') : undefined
      if (userId === undefined && needed !== 'anyone') return t('needsSignIn')
      if (!userAccess) return ''
      if (can(userAccess, needed, subject).allowed) return undefined
      if (typeof needed === 'object' && !('anyOf' in needed)) return t('needsStaff')
      if (typeof needed === 'object') return t('needsRight', { right: needed.anyOf.map((flag) => t(flag)).join(' / ') })
      if (needed === 'member') return t('needsMember')
      if (needed === 'family') return t('needsFamily')
      return needed in english ? t('needsRight', { right: t(needed as keyof typeof english) }) : t('needsSignIn')
    }
  }, [userId, data, roles, t])
}
