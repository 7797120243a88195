import { type ReactNode, useState } from 'react'
import { teamOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { hasNoRecipients, noRecipients, type To } from './email.ts'
import texts from './texts.en.json'

type Props = { orgUnitId: string; to: To; isDraft: boolean; children: (to: To) => ReactNode }

/**
 * The recipients of an earlier email that can still be chosen for a new one: players who left the team and teams that the
 * author no longer has are left out without replacement. A draft keeps its recipients. If the earlier recipients are unknown
 * (their event was deleted), nobody is chosen: an empty team list would show as the whole team.
 */
export function RemainingRecipients({ orgUnitId, to, isDraft, children }: Props) {
  const whyCannot = useWhyCannot()
  const teamId = teamOf(orgUnitId)
  if (isDraft) return children(to)
  if (hasNoRecipients(to)) return children(noRecipients(orgUnitId))
  if ('playerIds' in to && teamId !== undefined) return <TeamRecipients teamId={teamId} to={to} show={children} />
  if (!('teamIds' in to)) return children(to)
  const reasons = to.teamIds.map((id) => whyCannot('canSendMessages', id))
  // The user's rights are not known yet.
  if (reasons.includes('')) return <WriteSkeleton />
  return (
    <FixedRecipients
      previous={to}
      remaining={{ teamIds: to.teamIds.filter((_, i) => reasons[i] === undefined) }}
      show={children}
    />
  )
}

type Show = Props['children']
type TeamRecipientsProps = { teamId: string; to: Extract<To, { playerIds: string[] }>; show: Show }
function TeamRecipients({ teamId, to, show }: TeamRecipientsProps) {
  const t = useTexts('email', texts)
  const read = useApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<WriteSkeleton />} failed={t('failedOne')}>
      {({ players }) => {
        const roster = new Set(players.map(({ id }) => id))
        return (
          <FixedRecipients
            previous={to}
            remaining={{ playerIds: to.playerIds.filter((id) => roster.has(id)) }}
            show={show}
          />
        )
      }}
    </Loaded>
  )
}

/** Fixed at first render: later changes of the roster must not change what the author has chosen. */
function FixedRecipients({ previous, remaining, show }: { previous: To; remaining: To; show: Show }) {
  const t = useTexts('email', texts)
  const [initial] = useState({ to: remaining, isLess: JSON.stringify(remaining) !== JSON.stringify(previous) })
  return (
    <>
      {initial.isLess && <Notice tone="warning">{t('leftOut')}</Notice>}
      {show(initial.to)}
    </>
  )
}

export function WriteSkeleton() {
  const t = useTexts('email', texts)
  return (
    <Skeletons label={t('loading')}>
      <Skeleton height="72px" />
      <Skeleton height="280px" />
    </Skeletons>
  )
}
