import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { fold, isFound, words } from '#shared/rules/folded.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'

type Wanted = { orgId: string | null; userId: string | null; playerId: string | null }
type Props = { opened: boolean; wanted: Wanted; close: () => void }

/** With whom a new conversation is: people of a club, found by name; several are a group, which can have a name. */
export const NewConversation = (props: Props) => {
  const t = useTexts('chat', texts)
  return (
    <Dialog opened={props.opened} close={props.close} title={t('newConversation')} shape="form">
      {props.opened && <Choosing {...props} />}
    </Dialog>
  )
}

function Choosing({ wanted, close }: Props) {
  const t = useTexts('chat', texts)
  const clubs = useApi('GET /rest-api/chat-user/available-orgs', {}, { handles: ['failures'] })
  const [picked, setPicked] = useState(wanted.orgId ?? '')
  const { playerId } = wanted
  // A player's family is written to in the player's own club.
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
                onChange={setPicked}
              />
            )}
            <People key={orgId} orgId={orgId} wanted={wanted} close={close} />
          </div>
        )
      }}
    </Loaded>
  )
}

function People({ orgId, wanted, close }: { orgId: string; wanted: Wanted; close: () => void }) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const { playerId } = wanted
  const ofClub = useApi(
    'GET /rest-api/chat-user/available-participants',
    playerId === null ? { query: { organizationId: orgId } } : undefined,
    { handles: ['failures', 'not_allowed'] },
  )
  const ofPlayer = useApi(
    'GET /rest-api/chat-user/available-participants/players',
    playerId === null ? undefined : { query: { playerIds: playerId } },
    { handles: ['failures', 'not_allowed'] },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(wanted.userId === null ? [] : [wanted.userId]))
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [groupId] = useState(() => crypto.randomUUID().replaceAll('-', ''))
  const { save, saving } = useSave('POST /rest-api/chat/create/dm', {
    refreshes: ['GET /rest-api/chat/conversations'],
    failed: problemText,
  })
  const isPlayers = playerId !== null
  const count = chosen.size
  async function begin() {
    const more = isPlayers ? { playerId } : count > 1 && name.trim() ? { friendlyName: name.trim() } : {}
    const body = { organizationId: orgId, userIds: isPlayers ? [] : [...chosen], groupId, ...more }
    const made = await save({ body })
    if (!made) return
    close()
    await navigate(paths.chat({ conversationSid: made.conversationSid }))
  }
  const read = isPlayers ? ofPlayer : ofClub
  return (
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
        const query = words(fold(typed))
        const found = chatParticipants.filter(({ name: each, teams }) =>
          isFound(words(fold(`${each} ${teams.join(' ')}`)), query),
        )
        const hasChild = chatParticipants.some(({ userId, minor }) => minor && (isPlayers || chosen.has(userId)))
        return (
          <>
            {!isPlayers && <SearchField label={t('findSomebody')} value={typed} onChange={setTyped} />}
            <ul className={styles.people}>
              {found.map(({ userId, name: each, staff, teams }) => (
                <li key={userId}>
                  <Checkbox
                    label={each}
                    hint={[staff ? t('staff') : undefined, ...teams].filter(Boolean).join(' · ')}
                    value={isPlayers || chosen.has(userId)}
                    {...(isPlayers && { disabledReason: t('familyOfPlayer') })}
                    onChange={(isChosen) => {
                      const next = new Set(chosen)
                      if (isChosen) next.add(userId)
                      else next.delete(userId)
                      setChosen(next)
                    }}
                  />
                </li>
              ))}
            </ul>
            {found.length === 0 && <p className={styles.meta}>{t('noneFound')}</p>}
            {count > 1 && !isPlayers && <Field label={t('conversationName')} value={name} onChange={setName} />}
            {hasChild && <Notice tone="primary">{t('guardiansCome')}</Notice>}
            <Button
              kind="primary"
              wide
              busy={saving}
              onClick={() => void begin()}
              {...(count === 0 && !isPlayers && { disabledReason: t('chooseSomebody') })}
            >
              {t('begin')}
            </Button>
          </>
        )
      }}
    </Loaded>
  )
}
