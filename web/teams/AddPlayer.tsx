import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lastPart, organizationOf } from '#shared/ids.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { why } from '#shared/rules/faults.ts'
import { fold } from '#shared/rules/folded.ts'
import { fullName, nameFaults, nameLimit, whyCannotName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useKeptPart } from '../useKeptPart.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'
import { useClubIndex } from './useClubIndex.ts'
import { lists } from './useMoved.ts'

type Props = { team: { id: string; name: string }; opened: boolean; close: () => void }

/** A new player of a team, in a dialog that stays open for the next one. */
export function AddPlayer({ team, opened, close }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('addPlayerTo', { team: team.name })}>
      {opened && <Fields team={team} />}
    </Dialog>
  )
}

const empty = { firstName: '', lastName: '', number: '', position: '', bornOn: '', parentName: '', parentEmail: '' }
const [nameFault, emailFault] = [why(whyCannotName, nameLimit), why(whyCannotEmail)]

function Fields({ team }: Pick<Props, 'team'>) {
  const t = useTexts('teams', texts)
  const [toEvents, setToEvents] = useState(true)
  const navigate = useNavigate()
  const draft = `player.new.${team.id}`
  const made = useKeptPart('p', draft)
  const playerId = `${organizationOf(team.id)}.${made.part}`
  const savedBefore = useSavedBefore(lists)
  const { save } = useSave('POST /api/v1/addPlayersToTeam', { refreshes: lists, saved: t('added') })
  const putting = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: lists,
    saved: t('added'),
    failed: problemText,
  })
  const inviting = useSave('POST /rest-api/families/player/{playerId}/invite', {
    failed: (problem) => `${t('parentNotInvited')} ${problemText(problem)}`,
  })
  async function inviteParent(playerId: string, { name, email }: { name: string; email: string }) {
    // Of one player it is one invitation, also where it is sent again.
    const invitationId = `invited${lastPart(playerId)}`
    const body = { invitationId, name: name || (email.split('@')[0] ?? ''), email, relation: 'own' as const }
    const answer = await inviting.save({ playerId, body: { ...body, teamId: team.id } })
    if (answer?.noMail) showSnackbar({ text: t('parentTakesNoMail', { email }), tone: 'danger' })
    else if (answer) showSnackbar({ text: t('parentInvited', { email }), tone: 'success' })
  }
  const form = useForm({
    draft,
    thrownAway: made.next,
    values: empty,
    faults: (values) => ({
      firstName: nameFaults(values).firstName,
      parentName: values.parentName.trim() === '' ? undefined : nameFault(values.parentName),
      parentEmail: values.parentEmail.trim() === '' ? undefined : emailFault(values.parentEmail),
    }),
    async save({ parentName: name, parentEmail: email, ...values }) {
      const addToUpcomingEvents = toEvents ? ('on' as const) : ('off' as const)
      const body = { orgUnitId: team.id, playersToAdd: [{ playerId, ...values }], addToUpcomingEvents }
      if (!(await made.send(() => save({ body }), savedBefore)))
        return void navigate(paths.player({ playerId }, { o: team.id }))
      form.discard()
      if (email) void inviteParent(playerId, { name, email })
      form.node.current?.querySelector<HTMLElement>('[name="firstName"]')?.focus()
    },
  })
  async function putOn(id: string) {
    const addToUpcomingEvents = toEvents ? ('on' as const) : ('off' as const)
    const body = { orgUnitId: team.id, playersToAdd: [{ playerId: id }], addToUpcomingEvents }
    if (await putting.save({ body })) form.discard()
  }
  return (
    <Form of={form} submit={t('addPlayer')}>
      <div className={styles.row}>
        <Field label={t('firstName')} required autoComplete="off" {...form.field('firstName')} />
        <Field label={t('lastName')} autoComplete="off" {...form.field('lastName')} />
      </div>
      <CalledSo team={team} name={fold(fullName(form.values))} busy={putting.saving} putOn={(id) => void putOn(id)} />
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
          autoComplete="off"
          {...form.field('parentEmail')}
        />
      </div>
      <Switch label={t('addToEvents')} value={toEvents} onChange={setToEvents} />
    </Form>
  )
}

type Called = { team: Props['team']; name: string; busy: boolean; putOn: (playerId: string) => void }

/** Whoever is called so in the club, as far as one knows them: to add them anew would make two of one child. */
function CalledSo({ team, name, busy, putOn }: Called) {
  const t = useTexts('teams', texts)
  const { data } = useClubIndex(organizationOf(team.id), name !== '')
  const found = name === '' ? [] : (data?.club.players ?? []).filter((player) => fold(fullName(player)) === name)
  return found.slice(0, 3).map((player) => {
    const on = player.teams.flatMap((at) => data?.club.teams[at] ?? [])
    const isHere = on.some(({ id }) => id === team.id)
    const teams = on.map((each) => each.name).join(', ') || t('noTeam')
    return (
      <Notice key={player.id} tone="warning">
        <div className={styles.headText}>
          <p>
            {isHere
              ? t('onTeamAlready', { player: fullName(player) })
              : t('inClubAlready', { player: fullName(player), teams })}
          </p>
          {!isHere && (
            <Button busy={busy} onClick={() => putOn(player.id)}>
              {t('putThem')}
            </Button>
          )}
        </div>
      </Notice>
    )
  })
}
