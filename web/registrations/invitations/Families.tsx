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

/** `tell` is called with the addresses that cannot receive mail. */
export type Telling = { tell: (noMail: readonly string[]) => void }

/** Invites families of a team or of all of the club's teams: all at once or selected ones. */
export function Families({ details, tell }: { details: Details } & Telling) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const orgId = organizationOf(registrationId)
  const own = teamOf(registrationId)
  const [unit, setUnit] = useState(own ?? '')
  const { data } = useApi('GET /rest-api/registration/teams/{orgId}', { orgId })
  // Who played on a team of last season is invited to this one, though that team plays no more.
  const archived = useArchivedTeams(orgId)
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
          ...(data?.all && own === undefined ? [{ value: orgId, label: t('allTeams') }] : []),
          ...(data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ...archived.map(({ id, name }) => ({ value: id, label: t('teamArchived', { team: name }) })),
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
            <Candidates key={unit} registrationId={registrationId} candidates={candidates} tell={tell} />
          )}
        </Loaded>
      )}
    </>
  )
}

type Candidate = AnswerOf<typeof CANDIDATES>['candidates'][number]

type CandidatesProps = { registrationId: string; candidates: Candidate[] } & Telling

/** By default everybody not registered yet is selected. */
function Candidates({ registrationId, candidates, tell }: CandidatesProps) {
  const t = useTexts('registrations', english)
  const { save, saving } = useInvite(problemText)
  const reached = candidates.filter(({ emails, registered }) => emails.length > 0 && !registered)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(reached.map(({ player }) => player.id)))
  const people = reached
    .filter(({ player }) => chosen.has(player.id))
    .flatMap(({ player, emails }) => emails.map(({ email, name }) => ({ email, name, playerId: player.id })))
  async function invite() {
    const noMail: string[] = []
    for (let i = 0; i < people.length; i += maxInvitedAtOnce) {
      const answer = await save({ registrationId, body: { people: people.slice(i, i + maxInvitedAtOnce) } })
      if (!answer) break
      noMail.push(...answer.noMail)
    }
    tell(noMail)
  }
  const whyNot = ({ emails, registered }: Candidate) =>
    registered ? t('isRegistered') : emails.length === 0 ? t('noAddress') : undefined
  return (
    <fieldset className={styles.choices}>
      <legend>{t('families')}</legend>
      <div className={styles.scroll}>
        <ExpandableList items={candidates}>
          {(some) =>
            some.map((candidate) => {
              const { player, emails } = candidate
              const why = whyNot(candidate)
              return (
                <Checkbox
                  key={player.id}
                  label={fullName(player)}
                  hint={why ?? emails.map(({ name }) => name).join(', ')}
                  value={why === undefined && chosen.has(player.id)}
                  onChange={(on) =>
                    choose(new Set(on ? [...chosen, player.id] : [...chosen].filter((id) => id !== player.id)))
                  }
                  {...(why !== undefined && { disabledReason: why })}
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
