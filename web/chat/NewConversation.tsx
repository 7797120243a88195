import { useContext, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { whyCannotNameConversation } from '#shared/rules/chat.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { DialogGuards, mayLeave } from '../kit/leaveGuards.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { EmptyState } from '../kit/States.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { newPart } from '../api/newPart.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import { type ChosenPeople, Participants, useParticipants } from './Participants.tsx'
import texts from './texts.en.json'
import { useChatPath } from './useChatPath.ts'
import { useGroupProblem } from './useGroupProblem.ts'

type RequestedPartner = Record<'orgId' | 'userId' | 'playerId', string | null> & { teamId: string | undefined }
type Props = { opened: boolean; requested: RequestedPartner; close: () => void }
type ChoiceProps = Pick<Props, 'requested' | 'close'> & { groupId: string; onCreated: () => void }

/** Starts a conversation with people of a club, searched by name; several form a group, which can have a name. */
export const NewConversation = (props: Props) => {
  const t = useTexts('chat', texts)
  // A request repeated after a lost response must use the same group id, even if it was edited or the dialog was closed in
  // between: the server then returns the existing group.
  const [groupId, setGroupId] = useState(() => newPart('g'))
  return (
    <Dialog opened={props.opened} close={props.close} title={t('newConversation')} shape="form">
      {props.opened && <ClubChoice {...props} groupId={groupId} onCreated={() => setGroupId(newPart('g'))} />}
    </Dialog>
  )
}

function ClubChoice({ requested, ...group }: ChoiceProps) {
  const t = useTexts('chat', texts)
  const clubs = useApi('GET /rest-api/chat-user/available-orgs', {}, { handles: ['failures'] })
  const [pickedClubId, setPickedClubId] = useState(requested.orgId ?? '')
  const { organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const guards = useContext(DialogGuards)
  /** People chosen in one club do not belong to another, so ask before switching. */
  async function changeClub(next: string) {
    if (await mayLeave([...(guards ?? [])])) setPickedClubId(next)
  }
  const { playerId } = requested
  // A player's family is contacted within the player's club.
  const isOpen = ({ orgId }: { orgId: string }) => playerId === null || orgId === organizationOf(playerId)
  return (
    <Loaded
      read={clubs}
      skeleton={<ListSkeleton label={t('loading')} />}
      failed={t('clubsFailed')}
      empty={{
        when: (list) => !list.some(isOpen),
        show: playerId ? (
          <EmptyState title={t('chat_off')} />
        ) : (
          <EmptyState title={t('noClubs')} hint={t('noClubsHint')} />
        ),
      }}
    >
      {(list) => {
        const sorted = list.filter(isOpen).toSorted((a, b) => a.orgName.localeCompare(b.orgName))
        const orgId = sorted.some((club) => club.orgId === pickedClubId) ? pickedClubId : (sorted[0]?.orgId ?? '')
        return (
          <div className={styles.choosing}>
            {sorted.length > 1 && (
              <Select
                label={t('club')}
                options={sorted.map((club) => ({ value: club.orgId, label: club.orgName }))}
                value={orgId}
                onChange={(next) => void changeClub(next)}
              />
            )}
            <People
              key={orgId}
              orgId={orgId}
              teams={teamsIn(organizations.find(({ id }) => id === orgId))}
              requested={requested}
              {...group}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]
/** The active teams of a club that the user may chat with. */
const teamsIn = (club: Club | undefined) =>
  club?.teams.filter(
    ({ permissions, archived }) => !archived && [...club.permissions, ...permissions].includes('chatEnabled'),
  ) ?? []

type PeopleProps = ChoiceProps & { orgId: string; teams: Club['teams'] }
function People({ orgId, teams, requested, close, groupId, onCreated }: PeopleProps) {
  const t = useTexts('chat', texts)
  const [pickedTeamId, setPickedTeamId] = useState(requested.teamId)
  const teamId = teams.find(({ id }) => id === pickedTeamId)?.id
  const { playerId } = requested
  const isForFamily = playerId !== null
  const read = useParticipants({ orgId, teamId, playerId })
  // People chosen in one team stay, and stay visible, when another is selected. For a person from the address only the
  // id is known.
  const [chosen, setChosen] = useState<ChosenPeople>(
    new Map(requested.userId === null ? [] : [[requested.userId, undefined]]),
  )
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const { begin: create, beginning } = useBegin({ orgId, playerId, groupId, onCreated, close })
  const { releaseGuard } = useLeaveGuard(name !== '' || [...chosen.keys()].join(' ') !== (requested.userId ?? ''))
  const isGroup = !isForFamily && chosen.size > 1
  async function begin() {
    const isNamed = isGroup && name !== ''
    const why = isNamed && whyCannotNameConversation(name)
    if (why) return setFault(t(why === 'too_long' ? 'nameTooLong' : 'typeAName'))
    await create([...chosen.keys()], isNamed ? name.trim() : undefined, releaseGuard)
  }
  return (
    <>
      {!isForFamily && teams.length > 1 && (
        <OneOf
          label={t('team')}
          placeholder={t('allTeams')}
          options={teams.map(({ id, name: each }) => ({ value: id, label: each }))}
          value={teamId ?? ''}
          onChange={setPickedTeamId}
        />
      )}
      <Loaded
        read={read}
        skeleton={<ListSkeleton label={t('loading')} />}
        failed={t('peopleFailed')}
        empty={{
          when: ({ data }) => data.chatParticipants.length === 0,
          show: <EmptyState title={t('nobody')} hint={t('nobodyHint')} />,
        }}
      >
        {({ data: { chatParticipants } }) => {
          const hasChild =
            [...chosen.values()].some((participant) => participant?.minor) ||
            chatParticipants.some(({ userId, minor }) => minor && (isForFamily || chosen.has(userId)))
          return (
            <>
              {!isForFamily && <SearchField label={t('findSomebody')} value={typed} onChange={setTyped} />}
              <Participants
                participants={chatParticipants}
                typed={typed}
                chosen={chosen}
                setChosen={isForFamily ? undefined : setChosen}
              />
              {isGroup && (
                <Field
                  label={t('conversationName')}
                  value={name}
                  onChange={(next) => {
                    setName(next)
                    setFault(undefined)
                  }}
                  fault={fault}
                />
              )}
              {hasChild && <Notice tone="primary">{t('guardiansCome')}</Notice>}
              <Button
                kind="primary"
                wide
                busy={beginning}
                onClick={() => void begin()}
                {...(chosen.size === 0 && !isForFamily && { disabledReason: t('chooseSomebody') })}
              >
                {t('begin')}
              </Button>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

type BeginOptions = Pick<ChoiceProps, 'groupId' | 'onCreated' | 'close'> & { orgId: string; playerId: string | null }
/** Creates the conversation and opens it, or the existing one with the same people. */
function useBegin({ orgId, playerId, groupId, onCreated, close }: BeginOptions) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const chatPath = useChatPath()
  const { save, saving } = useSave('POST /rest-api/chat/create/dm', {
    refreshes: ['GET /rest-api/chat/conversations'],
    failed: useGroupProblem(),
  })
  async function begin(userIds: string[], friendlyName: string | undefined, releaseGuard: () => void) {
    const recipients =
      playerId === null ? { userIds, ...(friendlyName && { friendlyName }) } : { userIds: [], playerId }
    const created = await save({ body: { organizationId: orgId, ...recipients, groupId } })
    if (!created) return
    onCreated()
    releaseGuard()
    if (created.before) showSnackbar({ text: t('begunBefore'), tone: 'danger' })
    close()
    await navigate(chatPath(created.conversationSid))
  }
  return { begin, beginning: saving }
}
