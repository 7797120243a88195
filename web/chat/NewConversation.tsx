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
import { type Chosen, Participants, useParticipants } from './Participants.tsx'
import texts from './texts.en.json'
import { useChatPath } from './useChatPath.ts'
import { useGroupProblem } from './useGroupProblem.ts'

type Wanted = Record<'orgId' | 'userId' | 'playerId', string | null> & { teamId: string | undefined }
type Props = { opened: boolean; wanted: Wanted; close: () => void }
type Choice = Pick<Props, 'wanted' | 'close'> & { groupId: string; made: () => void }

/** Starts a conversation with people of a club, searched by name; several form a group, which can have a name. */
export const NewConversation = (props: Props) => {
  const t = useTexts('chat', texts)
  // A request repeated after a lost response must use the same group id, even if it was edited or the dialog was closed in
  // between: the server then returns the existing group.
  const [groupId, setGroupId] = useState(() => newPart('g'))
  return (
    <Dialog opened={props.opened} close={props.close} title={t('newConversation')} shape="form">
      {props.opened && <Choosing {...props} groupId={groupId} made={() => setGroupId(newPart('g'))} />}
    </Dialog>
  )
}

function Choosing({ wanted, ...group }: Choice) {
  const t = useTexts('chat', texts)
  const clubs = useApi('GET /rest-api/chat-user/available-orgs', {}, { handles: ['failures'] })
  const [picked, setPicked] = useState(wanted.orgId ?? '')
  const { organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const guards = useContext(DialogGuards)
  /** People chosen in one club do not belong to another, so ask before switching. */
  async function pick(next: string) {
    if (await mayLeave([...(guards ?? [])])) setPicked(next)
  }
  const { playerId } = wanted
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
        const orgId = sorted.some((club) => club.orgId === picked) ? picked : (sorted[0]?.orgId ?? '')
        return (
          <div className={styles.choosing}>
            {sorted.length > 1 && (
              <Select
                label={t('club')}
                options={sorted.map((club) => ({ value: club.orgId, label: club.orgName }))}
                value={orgId}
                onChange={(next) => void pick(next)}
              />
            )}
            <People
              key={orgId}
              orgId={orgId}
              teams={teamsIn(organizations.find(({ id }) => id === orgId))}
              wanted={wanted}
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

type PeopleProps = Choice & { orgId: string; teams: Club['teams'] }
function People({ orgId, teams, wanted, close, groupId, made }: PeopleProps) {
  const t = useTexts('chat', texts)
  const [picked, setPicked] = useState(wanted.teamId)
  const teamId = teams.find(({ id }) => id === picked)?.id
  const { playerId } = wanted
  const isPlayers = playerId !== null
  const read = useParticipants({ orgId, teamId, playerId })
  // People chosen in one team stay, and stay visible, when another is selected. For a person from the address only the
  // id is known.
  const [chosen, setChosen] = useState<Chosen>(new Map(wanted.userId === null ? [] : [[wanted.userId, undefined]]))
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const { begin: create, beginning } = useBegin({ orgId, playerId, groupId, made, close })
  const { releaseGuard: letGo } = useLeaveGuard(name !== '' || [...chosen.keys()].join(' ') !== (wanted.userId ?? ''))
  const isGroup = !isPlayers && chosen.size > 1
  async function begin() {
    const isNamed = isGroup && name !== ''
    const why = isNamed && whyCannotNameConversation(name)
    if (why) return setFault(t(why === 'too_long' ? 'nameTooLong' : 'typeAName'))
    await create([...chosen.keys()], isNamed ? name.trim() : undefined, letGo)
  }
  return (
    <>
      {!isPlayers && teams.length > 1 && (
        <OneOf
          label={t('team')}
          placeholder={t('allTeams')}
          options={teams.map(({ id, name: each }) => ({ value: id, label: each }))}
          value={teamId ?? ''}
          onChange={setPicked}
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
            [...chosen.values()].some((known) => known?.minor) ||
            chatParticipants.some(({ userId, minor }) => minor && (isPlayers || chosen.has(userId)))
          return (
            <>
              {!isPlayers && <SearchField label={t('findSomebody')} value={typed} onChange={setTyped} />}
              <Participants
                all={chatParticipants}
                typed={typed}
                chosen={chosen}
                setChosen={isPlayers ? undefined : setChosen}
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
                {...(chosen.size === 0 && !isPlayers && { disabledReason: t('chooseSomebody') })}
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

type Begin = Pick<Choice, 'groupId' | 'made' | 'close'> & { orgId: string; playerId: string | null }
/** Creates the conversation and opens it, or the existing one with the same people. */
function useBegin({ orgId, playerId, groupId, made, close }: Begin) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const chatPath = useChatPath()
  const { save, saving } = useSave('POST /rest-api/chat/create/dm', {
    refreshes: ['GET /rest-api/chat/conversations'],
    failed: useGroupProblem(),
  })
  async function begin(userIds: string[], friendlyName: string | undefined, letGo: () => void) {
    const asked = playerId === null ? { userIds, ...(friendlyName && { friendlyName }) } : { userIds: [], playerId }
    const begun = await save({ body: { organizationId: orgId, ...asked, groupId } })
    if (!begun) return
    made()
    letGo()
    if (begun.before) showSnackbar({ text: t('begunBefore'), tone: 'danger' })
    close()
    await navigate(chatPath(begun.conversationSid))
  }
  return { begin, beginning: saving }
}
