import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lastPart, organizationOf } from '#shared/ids.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { faultFrom } from '#shared/rules/faults.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { nameFaults, nameLimit, whyCannotName } from '#shared/rules/nameInput.ts'
import { fullName } from '#shared/rules/names.ts'
import { ApiProblem } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { newId } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'
import { useClubIndex } from './useClubIndex.ts'
import { playerReads } from './useReportMove.ts'

const emptyValues = {
  firstName: '',
  lastName: '',
  number: '',
  position: '',
  bornOn: '',
  parentName: '',
  parentEmail: '',
}
const [findNameFault, findEmailFault] = [faultFrom(whyCannotName, nameLimit), faultFrom(whyCannotEmail)]

const hasParentInput = ({ parentName, parentEmail }: typeof emptyValues) => `${parentName}${parentEmail}`.trim() !== ''

type ParentInvitation = { playerId: string; invitationId: string; name: string; email: string; unlessReached?: true }

/**
 * Invites the parent of a player just added, and reports the result. If nobody could be invited, the message has the address
 * and a link to the family, since the form is already empty for the next player.
 */
function useInviteParent(teamId: string) {
  const t = useTexts('teams', texts)
  const navigate = useNavigate()
  const { save } = useSave('POST /rest-api/families/player/{playerId}/invite', {})
  async function invite(parent: ParentInvitation): Promise<void> {
    const { playerId, name, email, ...options } = parent
    const openFamily = { label: t('family'), run: () => void navigate(paths.family({ playerId }, { o: teamId })) }
    const body = { ...options, name: name || (email.split('@')[0] ?? ''), email, relation: 'own' as const, teamId }
    try {
      const { noMail, already } = (await save({ playerId, body })) ?? {}
      if (noMail) showSnackbar({ text: t('parentTakesNoMail', { email }), tone: 'danger', action: openFamily })
      else showSnackbar({ text: t(already ? 'parentReached' : 'parentInvited', { email }), tone: 'success' })
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      const retry = { label: t('retry'), run: () => void invite(parent) }
      const text = `${t('parentNotInvited', { email })} ${problemText(problem)}`
      if (!problem.isReported) showSnackbar({ text, tone: 'danger', action: isRetryable(problem) ? retry : openFamily })
    }
  }
  return invite
}

type Props = { team: { id: string; name: string } }

/** Adds a player to a team and optionally invites a parent; cleared for the next player. */
export function AddPlayerForm({ team }: Props) {
  const t = useTexts('teams', texts)
  const [addsToEvents, setAddsToEvents] = useState(true)
  const navigate = useNavigate()
  const draft = `player.new.${team.id}`
  const creation = useDraftPart('p', draft)
  const playerId = `${organizationOf(team.id)}.${creation.part}`
  const handleSavedBefore = useSavedBefore(playerReads)
  const { save } = useSave('POST /api/v1/addPlayersToTeam', { refreshes: playerReads, saved: t('added') })
  const addingExisting = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: playerReads,
    saved: t('added'),
    failed: problemText,
  })
  const invite = useInviteParent(team.id)
  const form = useForm({
    draft,
    onDiscard: creation.startNew,
    values: emptyValues,
    faults: (values) => ({
      firstName: nameFaults(values).firstName,
      parentName: values.parentName.trim() === '' ? undefined : findNameFault(values.parentName),
      // A name alone invites nobody.
      parentEmail: hasParentInput(values) ? findEmailFault(values.parentEmail) : undefined,
    }),
    async save({ parentName: name, parentEmail: email, ...values }) {
      const addToUpcomingEvents = addsToEvents ? ('on' as const) : ('off' as const)
      const body = { orgUnitId: team.id, playersToAdd: [{ playerId, ...values }], addToUpcomingEvents }
      const added = await creation.send(() => save({ body }), handleSavedBefore)
      // One invitation per player, also when sent again.
      if (email) void invite({ playerId, invitationId: `invited${lastPart(playerId)}`, name, email })
      if (!added) return void navigate(paths.player({ playerId }, { o: team.id }))
      form.discard()
      form.node.current?.querySelector<HTMLElement>('[name="firstName"]')?.focus()
    },
  })
  async function addExisting(id: string) {
    if (!form.validateFields('parentName', 'parentEmail')) return
    const { name, email } = { name: form.values.parentName.trim(), email: form.values.parentEmail.trim() }
    const addToUpcomingEvents = addsToEvents ? ('on' as const) : ('off' as const)
    const body = { orgUnitId: team.id, playersToAdd: [{ playerId: id }], addToUpcomingEvents }
    if (!(await addingExisting.save({ body }, () => addExisting(id)))) return
    form.discard()
    // Somebody the club invited before, or whose access it removed, is not invited again automatically.
    if (email) void invite({ playerId: id, invitationId: newId(), name, email, unlessReached: true })
  }
  return (
    <Form of={form} submit={t('addPlayer')}>
      <div className={styles.row}>
        <Field label={t('firstName')} required autoComplete="off" {...form.field('firstName')} />
        <Field label={t('lastName')} autoComplete="off" {...form.field('lastName')} />
      </div>
      <Namesakes
        team={team}
        name={fold(fullName(form.values))}
        busy={addingExisting.saving}
        onAddExisting={(id) => void addExisting(id)}
      />
      <div className={styles.row}>
        <Field label={t('number')} autoComplete="off" maxLength={4} inputMode="numeric" {...form.field('number')} />
        <Field label={t('position')} autoComplete="off" maxLength={30} {...form.field('position')} />
      </div>
      <DateField label={t('bornOn')} {...form.field('bornOn')} />
      <div className={styles.row}>
        <Field label={t('parentName')} autoComplete="off" {...form.field('parentName')} />
        <Field
          label={t('parentEmail')}
          type="email"
          inputMode="email"
          hint={t('parentEmailHint')}
          required={hasParentInput(form.values)}
          autoComplete="off"
          {...form.field('parentEmail')}
        />
      </div>
      <Switch label={t('addToEvents')} value={addsToEvents} onChange={setAddsToEvents} />
    </Form>
  )
}

type NamesakesProps = { team: Props['team']; name: string; busy: boolean; onAddExisting: (playerId: string) => void }

/** Players of the club with the typed name, as far as the user may see them: adding one again would create a duplicate. */
function Namesakes({ team, name, busy, onAddExisting }: NamesakesProps) {
  const t = useTexts('teams', texts)
  const { data } = useClubIndex(organizationOf(team.id), name !== '')
  const namesakes = name === '' ? [] : (data?.club.players ?? []).filter((player) => fold(fullName(player)) === name)
  return namesakes.slice(0, 3).map((player) => {
    const playerTeams = player.teams.flatMap((index) => data?.club.teams[index] ?? [])
    const isOnTeam = playerTeams.some(({ id }) => id === team.id)
    const teams = playerTeams.map((each) => each.name).join(', ') || t('noTeam')
    return (
      <Notice key={player.id} tone="warning">
        <div className={styles.headText}>
          <p>
            {isOnTeam
              ? t('onTeamAlready', { player: fullName(player) })
              : t('inClubAlready', { player: fullName(player), teams })}
          </p>
          {!isOnTeam && (
            <Button busy={busy} onClick={() => onAddExisting(player.id)}>
              {t('putThem')}
            </Button>
          )}
        </div>
      </Notice>
    )
  })
}
