import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText, readerZone } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Menu } from '../kit/Menu.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { useRemovePerson } from '../leaving/useRemovePerson.ts'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useNewPart } from '../api/useNewPart.ts'
import rights from '../rights/texts.en.json'
import type { Administrator, Details, Listed } from './answers.ts'
import { RightsForm } from './RightsForm.tsx'
import styles from './Settings.module.css'
import english from './texts.en.json'
import { useSettings } from './useSettings.ts'

const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
type Invitation = Listed['invitations'][number]

/** The administrators of a club or team, their rights, and pending invitations. */
export function AdministratorsPage({ orgUnitId, details }: { orgUnitId: string; details: Details }) {
  const t = useTexts('settings', english)
  const [editedAdministrator, setEditedAdministrator] = useState<Administrator | 'new'>()
  const denialReason = useWhyCannot()('canEditAdministrators', orgUnitId)
  const read = useApi(LIST, denialReason === undefined ? { orgUnitId } : undefined, { handles: ['failures'] })
  if (denialReason) return <p className={styles.hint}>{denialReason}</p>
  return (
    <>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingAdministrators')} rows={3} />}
        failed={t('administratorsFailed')}
      >
        {({ name, administrators, invitations }) => (
          <>
            <div className={styles.actions}>
              <Button kind="primary" onClick={() => setEditedAdministrator('new')}>
                {t('invite')}
              </Button>
              {orgUnitId === organizationOf(orgUnitId) && (
                <ButtonLink to={paths.clubDevelopers({ orgId: orgUnitId })}>{t('programs')}</ButtonLink>
              )}
            </div>
            {orgUnitId === organizationOf(orgUnitId) && <SecondFactor details={details} />}
            {administrators.length > 0 ? (
              <People orgUnitId={orgUnitId} unitName={name} people={administrators} onEdit={setEditedAdministrator} />
            ) : (
              <EmptyState title={t('noCoaches')} hint={t('noCoachesHint')} />
            )}
            <KeptFocus label={t('invited')} className={undefined}>
              {invitations.length > 0 && <Invitations orgUnitId={orgUnitId} invitations={invitations} />}
            </KeptFocus>
          </>
        )}
      </Loaded>
      <RightsForm
        orgUnitId={orgUnitId}
        administrator={editedAdministrator}
        people={read.data?.administrators ?? []}
        refetch={() => read.mutate()}
        close={() => setEditedAdministrator(undefined)}
      />
    </>
  )
}

/**
 * Whether the club's administrators need a second factor. Turning it on asks first, because it locks out those who have none.
 */
function SecondFactor({ details }: { details: Details }) {
  const t = useTexts('settings', english)
  const { reason, save } = useSettings(details, { failed: problemText })
  async function changeRequirement(on: boolean) {
    const isConfirmed =
      !on ||
      (await confirm({
        title: t('factorTitle'),
        lost: t('factorLost'),
        kept: t('factorKept'),
        yes: t('factorYes'),
      }))
    if (isConfirmed) await save({ adminSecondFactor: on })
  }
  return (
    <div className={styles.switch}>
      <Switch
        label={t('adminSecondFactor')}
        hint={t('adminSecondFactorHint')}
        value={details.adminSecondFactor}
        onChange={(on) => void changeRequirement(on)}
        disabledReason={reason}
      />
    </div>
  )
}

type PeopleProps = {
  orgUnitId: string
  unitName: string
  people: Administrator[]
  onEdit: (who: Administrator) => void
}

function People({ orgUnitId, unitName, people, onEdit }: PeopleProps) {
  const t = useTexts('settings', english)
  const ownUserId = useUserId()
  const { save: remove } = useSave('DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}', {
    refreshes: [LIST, 'GET /api/v1/playersAndTeams'],
    saved: t('removed'),
    failed: problemText,
  })
  const orgId = organizationOf(orgUnitId)
  const personRemoval = useRemovePerson(orgId, [LIST, 'GET /api/v1/playersAndTeams'])
  const removeDisabledReason = useWhyCannot()('canEditAdministrators', orgId)
  const isLast = people.filter(({ permissions }) => permissions.includes('canEditAdministrators')).length === 1
  const isOfClub = orgUnitId === orgId
  async function confirmRemove({ id, name }: Administrator) {
    const isConfirmed = await confirm(
      id === ownUserId
        ? { title: t('leaveTitle', { name: unitName }), lost: t('leaveLost'), kept: t('leaveKept'), yes: t('leave') }
        : { title: t('removeTitle', { name }), lost: t('removeLost'), kept: t('removeKept'), yes: t('remove') },
    )
    if (isConfirmed) await remove({ orgUnitId, userId: id })
  }
  const columns: Column<Administrator>[] = [
    {
      key: 'name',
      head: t('name'),
      width: 'minmax(0, 1fr)',
      cell: ({ id, name, avatarUrl }) => (
        <span className={styles.person}>
          <Avatar name={name} id={id} url={avatarUrl} size="small" />
          <span>
            {name} {id === ownUserId && <Badge>{t('you')}</Badge>}
          </span>
        </span>
      ),
    },
    {
      key: 'rights',
      head: t('rights'),
      width: 'minmax(0, 2fr)',
      cell: ({ permissions }) => <RightsText permissions={permissions} />,
    },
  ]
  return (
    <Table
      label={t('administrators')}
      rows={people}
      columns={columns}
      keyOf={keyOf}
      nameOf={({ name }) => name}
      actions={(administrator) => {
        const isLastOne = isOfClub && isLast && administrator.permissions.includes('canEditAdministrators')
        return (
          <Menu
            about={administrator.name}
            items={[
              { label: t('editRights'), run: () => onEdit(administrator) },
              {
                label: administrator.id === ownUserId ? t('leave') : t('remove'),
                danger: true,
                run: () => void confirmRemove(administrator),
                ...(isLastOne && { disabledReason: t('lastAdministrator') }),
              },
              administrator.id !== ownUserId && {
                label: personRemoval.label,
                danger: true,
                run: () => void personRemoval.removePerson(administrator),
                ...(removeDisabledReason !== undefined && { disabledReason: removeDisabledReason }),
              },
            ]}
          />
        )
      }}
    />
  )
}
const keyOf = ({ id }: Administrator) => id

function RightsText({ permissions }: Pick<Administrator, 'permissions'>) {
  const t = useTexts('rights', rights)
  return permissions.map((flag) => t(flag)).join(', ')
}

function Invitations({ orgUnitId, invitations }: { orgUnitId: string; invitations: Invitation[] }) {
  const t = useTexts('settings', english)
  const { save: withdraw, saving } = useSave('DELETE /rest-api/organization/invitation/{invitationId}', {
    refreshes: [LIST],
    saved: t('invitationWithdrawn'),
    failed: t('saveFailed'),
  })
  const inviting = useSave('POST /rest-api/organization/administrators/{orgUnitId}/invite', {
    refreshes: [LIST],
    failed: problemText,
  })
  const replacing = useSave('DELETE /rest-api/organization/invitation/{invitationId}', {
    refreshes: [LIST],
    saved: t('invitationSent'),
    failed: t('saveFailed'),
  })
  const partIdFor = useNewPart('i')
  /** Mails a new invitation, which becomes the valid one; the previous one is withdrawn, so that each person is listed once. */
  async function sendAgain(invitation: Invitation, part = partIdFor({ id: invitation.id })) {
    const { id, email, permissions } = invitation
    const body = { part, email, permissions }
    if (await inviting.save({ orgUnitId, body }, () => sendAgain(invitation, part)))
      await replacing.save({ invitationId: id })
  }
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className={styles.part}>
        {t('invited')}
      </h2>
      <ul className={styles.plain}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles.line}>
            <span>
              <strong>{invitation.email}</strong>
              <br />
              <span className={styles.hint}>
                <RightsText permissions={invitation.permissions} /> ·{' '}
                {t('until', { day: dateText(invitation.until, readerZone()) })}
              </span>
            </span>
            <span className={styles.actions}>
              <Button
                kind="quiet"
                busy={inviting.saving || replacing.saving}
                onClick={() => void sendAgain(invitation)}
              >
                {t('sendAgain')} <span className="visually-hidden">{invitation.email}</span>
              </Button>
              <Button kind="quiet" busy={saving} onClick={() => void withdraw({ invitationId: invitation.id })}>
                {t('withdraw')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
