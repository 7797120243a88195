import { useMemo } from 'react'
import { subjectOf } from '#shared/ids.ts'
import { type Can, can, isForGrownUps, isForGuardian } from '#shared/permissions.ts'
import { useApi, useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import english from '../rights/texts.en.json'
import { useUserId } from '../session/useUserId.ts'
import { accessOf } from './access.ts'

/**
 * Why the user cannot do something to an organization, team, player or event, as a sentence for `disabledReason`; undefined if
 * they can. Evaluates the server's rules on the client's data: `whyCannot('canEditEvents', teamId)`. Until the user's rights are
 * known it returns '' (not allowed, no reason). For adult-only actions it only gives the reason for a child's own account, which
 * leaves them to a parent or guardian.
 */
export function useWhyCannot(): (wanted: Can, about?: string) => string | undefined {
  const t = useTexts('rights', english)
  const userId = useUserId()
  const { data } = useApi('GET /api/v1/playersAndTeams', userId === undefined ? undefined : {})
  const roles = useCached('GET /rest-api/users/profile', {})?.roles
  return useMemo(() => {
    const caller = userId !== undefined && data && { access: accessOf(userId, data), groups: roles ?? [] }
    return (wanted, about) => {
      const subject = about === undefined ? undefined : subjectOf(about)
      if (isForGrownUps(wanted))
        return caller && isForGuardian(caller.access, wanted, subject) ? t('needsGuardian') : undefined
      if (userId === undefined && wanted !== 'anyone') return t('needsSignIn')
      if (!caller) return ''
      if (can(caller, wanted, subject).allowed) return undefined
      if (typeof wanted === 'object' && !('anyOf' in wanted)) return t('needsStaff')
      if (typeof wanted === 'object') return t('needsRight', { right: wanted.anyOf.map((flag) => t(flag)).join(' / ') })
      if (wanted === 'member') return t('needsMember')
      if (wanted === 'family') return t('needsFamily')
      return wanted in english ? t('needsRight', { right: t(wanted as keyof typeof english) }) : t('needsSignIn')
    }
  }, [userId, data, roles, t])
}
