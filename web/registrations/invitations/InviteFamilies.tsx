import { useState } from 'react'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { maxInvitedAtOnce } from '#shared/rules/registrations/invitations.ts'
import { type AnswerOf, useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { ExpandableList } from '../../kit/ExpandableList.tsx'
import { OneOf } from '../../kit/OneOf.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import type { Details } from '../answers.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import { useArchivedTeams } from '../useArchivedTeams.ts'
import { useInvite } from './useInvite.ts'

const CANDIDATES = 'GET /rest-api/registration/invitations/{registrationId}/candidates'

/** `onUndeliverable` is called with the addresses that cannot receive mail. */
export type UndeliverableProps = { onUndeliverable: (noMail: readonly string[]) => void }

/** Invites families of a team or of all of the club's teams: all at once or selected ones. */
export function InviteFamilies({ details, onUndeliverable }: { details: Details } & UndeliverableProps) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const orgId = organizationOf(registrationId)
  const ownTeamId = teamOf(registrationId)
  const [unit, setUnit] = useState(ownTeamId ?? '')
  const { data } = useApi('GET /rest-api/registration/teams/{orgId}', { orgId })
  // Who played on a team of last season is invited to this one, though that team plays no more.
  const archivedTeams = useArchivedTeams(orgId)
  const query = unit === orgId ? {} : { teamId: unit }
  const read = useApi(CANDIDATES, unit ? { registrationId, query } : undefined, { handles: ['failures'] })
  return (
    <>
      <OneOf
        label={t('familiesOf')}
        value={unit}
        onChange={setUnit}
        placeholder={t('chooseTeam')}
        options={[
          ...(data?.all && ownTeamId === undefined ? [{ value: orgId, label: t('allTeams') }] : []),
          ...(data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ...archivedTeams.map(({ id, name }) => ({ value: id, label: t('teamArchived', { team: name }) })),
        ]}
      />
      {unit && (
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} height="64px" />}
          failed={t('candidatesFailed')}
          empty={{ when: ({ candidates }) => candidates.length === 0, show: <p>{t('noCandidates')}</p> }}
        >
          {({ candidates }) => (
            <CandidateList
              key={unit}
              registrationId={registrationId}
              candidates={candidates}
              onUndeliverable={onUndeliverable}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

type Candidate = AnswerOf<typeof CANDIDATES>['candidates'][number]

type CandidateListProps = { registrationId: string; candidates: Candidate[] } & UndeliverableProps

/** By default everybody not registered yet is selected. */
function CandidateList({ registrationId, candidates, onUndeliverable }: CandidateListProps) {
  const t = useTexts('registrations', english)
  const { save, saving } = useInvite(problemText)
  const reachable = candidates.filter(({ emails, registered }) => emails.length > 0 && !registered)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set(reachable.map(({ player }) => player.id)))
  const people = reachable
    .filter(({ player }) => chosenIds.has(player.id))
    .flatMap(({ player, emails }) => emails.map(({ email, name }) => ({ email, name, playerId: player.id })))
  async function invite() {
    const undeliverable: string[] = []
    for (let i = 0; i < people.length; i += maxInvitedAtOnce) {
      const response = await save({ registrationId, body: { people: people.slice(i, i + maxInvitedAtOnce) } })
      if (!response) break
      undeliverable.push(...response.noMail)
    }
    onUndeliverable(undeliverable)
  }
  const findDisabledReason = ({ emails, registered }: Candidate) =>
    registered ? t('isRegistered') : emails.length === 0 ? t('noAddress') : undefined
  return (
    <fieldset className={styles.choices}>
      <legend>{t('families')}</legend>
      <div className={styles.scroll}>
        <ExpandableList items={candidates}>
          {(shownCandidates) =>
            shownCandidates.map((candidate) => {
              const { player, emails } = candidate
              const disabledReason = findDisabledReason(candidate)
              return (
                <Checkbox
                  key={player.id}
                  label={fullName(player)}
                  hint={disabledReason ?? emails.map(({ name }) => name).join(', ')}
                  value={disabledReason === undefined && chosenIds.has(player.id)}
                  onChange={(on) =>
                    setChosenIds(
                      new Set(on ? [...chosenIds, player.id] : [...chosenIds].filter((id) => id !== player.id)),
                    )
                  }
                  {...(disabledReason !== undefined && { disabledReason })}
                />
              )
            })
          }
        </ExpandableList>
      </div>
      <Button
        busy={saving}
        onClick={() => void invite()}
        {...(people.length === 0 && { disabledReason: t('choosePlayer') })}
      >
        {t('inviteChosen', { count: people.length })}
      </Button>
    </fieldset>
  )
}
