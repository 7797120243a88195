import { useRef, useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { guardianRights } from '#shared/permissions.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { confirm } from '../../kit/confirm.ts'
import { dateText, readerZone } from '../../kit/format.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { useRemovePerson } from '../../leaving/useRemovePerson.ts'
import { useSave } from '../../shell/useSave.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import { newId } from '../../api/newPart.ts'
import styles from './People.module.css'
import texts from '../texts.en.json'
import { type AboutFamily, type Family, type Person, READ } from './family.ts'
import { PlayerAccountButton } from './PlayerAccountButton.tsx'

/** A player's family and followers, then pending invitations. */
export function People({ family, teamId }: AboutFamily) {
  const t = useTexts('families', texts)
  const familyMembers = family.people.filter(({ relation }) => relation === 'own')
  const followers = family.people.filter(({ relation }) => relation === 'following')
  return (
    <div className={styles.stack}>
      {family.people.length === 0 && <EmptyState title={t('nobodyYet')} hint={t('nobodyYetHint')} />}
      {familyMembers.length > 0 && <Group title={t('family')} people={familyMembers} family={family} teamId={teamId} />}
      {followers.length > 0 && <Group title={t('followers')} people={followers} family={family} teamId={teamId} />}
      {family.invitations.length > 0 && <Invitations family={family} teamId={teamId} />}
    </div>
  )
}

function Group({ title, people, family, teamId }: AboutFamily & { title: string; people: Person[] }) {
  return (
    <section className={styles.stack} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {people.map((person) => (
          <PersonItem key={person.userId} person={person} family={family} teamId={teamId} />
        ))}
      </ul>
    </section>
  )
}

function PersonItem({ person, family, teamId }: AboutFamily & { person: Person }) {
  const t = useTexts('families', texts)
  const { playerId, teamInput } = { playerId: family.player.id, teamInput: teamId === undefined ? {} : { teamId } }
  const failed = (problem: { code: string; message: string }) => `${t('notSaved')} ${problemText(problem)}`
  const name = person.name || t('noName')
  const removing = useSave('POST /rest-api/families/player/{playerId}/remove', {
    refreshes: [READ, 'GET /api/v1/playersAndTeams'],
    saved: t('removed', { name }),
    failed,
  })
  const leaving = useSave('POST /rest-api/families/leave', {
    refreshes: [READ, 'GET /api/v1/playersAndTeams'],
    saved: t('removed', { name }),
    failed,
  })
  const whyCannot = useWhyNotGuardian(family)
  const hiding = useSave('POST /rest-api/families/player/{playerId}/hide', { refreshes: [READ], failed })
  async function remove() {
    const child = family.player.firstName
    const isOnlyFamily = family.people.every((each) => each.relation !== 'own' || each.userId === person.userId)
    const nobodyLeft = person.relation === 'own' && isOnlyFamily ? ` ${t('nobodyLeft', { child })}` : ''
    const lost = `${person.isYou ? t('leaveLost', { child }) : t('removeLost', { name, child })}${nobodyLeft}`
    const title = person.isYou ? t('leaveTitle', { child }) : t('removeTitle', { name })
    const yes = person.isYou ? t('leave') : t('remove')
    if (!(await confirm({ title, lost, kept: t(person.isYou ? 'leaveKept' : 'removeKept'), yes }))) return
    if (person.isYou) await leaving.save({ body: { playerId } })
    else await removing.save({ playerId, body: { userId: person.userId, ...teamInput } })
  }
  return (
    <li className={styles.person}>
      <Avatar name={name} id={person.userId} url={person.avatarUrl} />
      <div className={styles.about}>
        <p className={styles.name}>
          {name} {person.isYou && <Badge tone="primary">{t('you')}</Badge>}{' '}
          {person.isPlayers && <Badge>{t('playersOwn')}</Badge>}
        </p>
        {person.email && <p className={styles.hint}>{person.email}</p>}
        {person.isYou && person.relation === 'own' && (
          <Switch
            label={t('hide')}
            hint={t('hideHint')}
            value={person.hidden}
            onChange={(hidden) => void hiding.save({ playerId, body: { userId: person.userId, hidden, ...teamInput } })}
          />
        )}
        {person.relation === 'own' && <Rights person={person} family={family} teamId={teamId} />}
      </div>
      <PlayerAccountButton person={person} family={family} />
      {person.mayRemove && (
        <Button
          kind="quiet"
          className={styles.quiet}
          busy={removing.saving || leaving.saving}
          onClick={() => void remove()}
          disabledReason={person.isYou ? undefined : whyCannot}
        >
          {person.isYou ? t('leave') : t('remove')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
      {family.manages && !person.isYou && <TakeOut playerId={playerId} person={{ id: person.userId, name }} />}
    </li>
  )
}

/** People who leave with a player often have more in the club; for users who may appoint its administrators. */
function TakeOut({ playerId, person }: { playerId: string; person: { id: string; name: string } }) {
  const orgId = organizationOf(playerId)
  const { label, removePerson: takeOut, busy } = useRemovePerson(orgId, [READ, 'GET /api/v1/playersAndTeams'])
  if (useWhyCannot()('canEditAdministrators', orgId) !== undefined) return null
  return (
    <Button kind="quiet" busy={busy} onClick={() => void takeOut(person)}>
      {label} <span className="visually-hidden">{person.name}</span>
    </Button>
  )
}

/** What a guardian may do for the player. The club edits it, except one's own; guardians see what they may not do. */
function Rights({ person, family, teamId }: AboutFamily & { person: Person }) {
  const t = useTexts('families', texts)
  const { save, saving } = useSave('PUT /rest-api/families/player/{playerId}/rights', {
    refreshes: [READ],
    saved: t('rightsSaved'),
    failed: (problem) => `${t('notSaved')} ${problemText(problem)}`,
  })
  const { userId, isYou } = person
  // Keeps what was just saved until it is read again, so that the next switch is applied to it.
  const [savedRights, setSavedRights] = useState<{ upon: Person['lacks']; lacks: Person['lacks'] }>()
  const lacks = savedRights?.upon === person.lacks ? savedRights.lacks : person.lacks
  if (isYou || !family.manages)
    return lacks.length > 0 ? (
      <p className={styles.hint}>{t('lacksRights', { what: lacks.map((right) => t(`right_${right}`)).join(', ') })}</p>
    ) : null
  async function toggle(right: (typeof guardianRights)[number], isAllowed: boolean) {
    const idsByReplaced = isAllowed ? lacks.filter((each) => each !== right) : [...lacks, right]
    const result = await save({
      playerId: family.player.id,
      body: { userId, lacks: idsByReplaced, before: lacks, ...(teamId !== undefined && { teamId }) },
    })
    setSavedRights(result && { upon: person.lacks, lacks: idsByReplaced })
  }
  return (
    <fieldset className={styles.rights} aria-label={t('rightsOf', { name: person.name || t('noName') })}>
      {guardianRights.map((right) => (
        <Switch
          key={right}
          label={t(`right_${right}`)}
          value={!lacks.includes(right)}
          onChange={(isAllowed) => void toggle(right, isAllowed)}
          {...(saving && { disabledReason: t('saving') })}
        />
      ))}
    </fieldset>
  )
}

/** A child's own account may not decide who sees the child. */
const useWhyNotGuardian = ({ player }: Family) => useWhyCannot()({ grownUp: 'family' }, player.id)

function Invitations({ family, teamId }: AboutFamily) {
  const t = useTexts('families', texts)
  const reason = useWhyNotGuardian(family)
  const { save, saving } = useSave('POST /rest-api/families/player/{playerId}/withdraw', {
    refreshes: [READ],
    saved: t('withdrawn'),
    failed: (problem) => `${t('notSaved')} ${problemText(problem)}`,
  })
  const teamInput = teamId === undefined ? {} : { teamId }
  const playerId = family.player.id
  const { save: invite, saving: inviting } = useSave('POST /rest-api/families/player/{playerId}/invite', {
    refreshes: [READ],
    failed: (problem) => `${t('notSaved')} ${problemText(problem)}`,
  })
  // New invitation ids by the replaced one: a retry after a lost response sends the same one.
  const idsByReplaced = useRef(new Map<string, string>())
  /** Mails a new invitation that replaces the previous one. */
  async function resend(invitation: Family['invitations'][number]) {
    const { id: replaces, name, email, relation } = invitation
    const invitationId = idsByReplaced.current.get(replaces) ?? newId()
    idsByReplaced.current.set(replaces, invitationId)
    const body = { invitationId, name, email, relation, replaces, ...teamInput }
    const answer = await invite({ playerId, body }, () => resend(invitation))
    if (answer?.noMail) showSnackbar({ text: t('takesNoMail', { email }), tone: 'danger' })
    else if (answer) showSnackbar({ text: t('inviteSent', { email }), tone: 'success' })
  }
  return (
    <section className={styles.stack} aria-label={t('invited')}>
      <h2 className={styles.title}>{t('invited')}</h2>
      <ul className={styles.list}>
        {family.invitations.map((invitation) => {
          const { id, name, email, relation, invitedAt, also } = invitation
          const mayInvite = family.manages || relation === 'following'
          return (
            <li key={id} className={styles.person}>
              <div className={styles.about}>
                <p className={styles.name}>{name}</p>
                <p className={styles.hint}>
                  {email} · {t(relation === 'own' ? 'asFamily' : 'asFollower')} ·{' '}
                  {t('invitedOn', { day: dateText(invitedAt, readerZone()) })}
                </p>
                {also.length > 0 && <p className={styles.hint}>{t('invitedAlso', { children: also.join(', ') })}</p>}
              </div>
              {mayInvite && (
                <Button
                  kind="quiet"
                  className={styles.quiet}
                  busy={inviting}
                  onClick={() => void resend(invitation)}
                  disabledReason={reason}
                >
                  {t('sendAgain')} <span className="visually-hidden">{name}</span>
                </Button>
              )}
              <Button
                kind="quiet"
                className={mayInvite ? undefined : styles.quiet}
                busy={saving}
                onClick={() => void save({ playerId, body: { invitationId: id, ...teamInput } })}
                disabledReason={reason}
              >
                {t('withdraw')} <span className="visually-hidden">{name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
