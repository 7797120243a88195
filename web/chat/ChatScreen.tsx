import { Suspense, useContext, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { Menu } from '../kit/Menu.tsx'
import { EmptyState } from '../kit/States.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { LazyPart } from '../kit/LazyPart.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { SelectedContext } from '../shell/useSelection.ts'
import styles from './Chat.module.css'
import { Conversation } from './Conversation.tsx'
import { ConversationList, ListSkeleton } from './ConversationList.tsx'
import { lazyParts } from './lazyParts.tsx'
import texts from './texts.en.json'
import { listInterval } from './useConversation.ts'
import { useLiveList } from './useLive.ts'

/** For guardians, shown below the list; loaded lazily, so that conversations do not wait for it. */
const ReadAlong = chunk(() => import('./ReadAlong.tsx').then(({ ReadAlong }) => ReadAlong))

/** The list of conversations next to the open one; on phones one at a time. */
export default function ChatScreen() {
  const t = useTexts('chat', texts)
  const isPhone = usePhone()
  const { orgId, teamId, conversationSid } = useParams()
  const [query, setQuery] = useSearchParams()
  // Opened from elsewhere to write to someone; otherwise a new conversation is with people of the selected team or club.
  const selection = useContext(SelectedContext)?.selection
  const selected = orgId === undefined ? typeof selection === 'object' && selection : { orgId, teamId }
  const recipient = { orgId: query.get('orgId'), userId: query.get('userId'), playerId: query.get('playerId') }
  const requested = { ...recipient, teamId: undefined, ...(recipient.orgId === null && selected) }
  const [isCreating, setCreating] = useState(false)
  const isNew = isCreating || requested.userId !== null || requested.playerId !== null
  const list = useApi('GET /rest-api/chat/conversations', {}, { handles: ['failures'], refreshInterval: listInterval })
  useLiveList()
  const [isMarkingChild, setMarkingChild] = useState(false)
  const whyCannot = useWhyCannot()
  const { players: allPlayers = [], organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const players = allPlayers.filter(({ id }) => whyCannot({ grownUp: 'family' }, id) === undefined)
  const administeredClubs = organizations.filter(({ permissions }) => permissions.includes('canEditAdministrators'))
  const [isSafetyOpen, setSafetyOpen] = useState(false)
  // Emails about a reported message link here.
  const safetyClubId = query.get('safety')
  const showsSafety = isSafetyOpen || (safetyClubId !== null && administeredClubs.length > 0)
  function closeSafety() {
    setSafetyOpen(false)
    if (safetyClubId !== null) setQuery({}, { replace: true })
  }
  const [isNotificationsOpen, setNotificationsOpen] = useState(false)
  // Keep the dialog mounted once opened, so that its closing animation runs.
  const [wasCreating, setWasCreating] = useState(false)
  if (isNew && !wasCreating) setWasCreating(true)
  function closeNew() {
    setCreating(false)
    setQuery({}, { replace: true })
  }
  function closeAll() {
    setNotificationsOpen(false)
    closeSafety()
    setMarkingChild(false)
    setWasCreating(false)
    if (isNew) closeNew()
  }
  // Staff acting on someone's behalf never get access to that person's chat.
  const isActingForOther = list.error?.code === 'only_themselves'
  const actions = (
    <>
      <Menu
        about={t('chat')}
        items={[
          { label: t('pushTitle'), run: () => setNotificationsOpen(true) },
          players.length > 0 && { label: t('childAccount'), run: () => setMarkingChild(true) },
          administeredClubs.length > 0 && { label: t('safety'), run: () => setSafetyOpen(true) },
        ]}
      />
      <Button onClick={() => setCreating(true)}>{t('newConversation')}</Button>
    </>
  )

  return (
    <Screen
      title={t('chat')}
      width="full"
      isWhole={conversationSid !== undefined}
      actions={isActingForOther || (isPhone && conversationSid) ? undefined : actions}
    >
      <div className={styles.panes}>
        {!(isPhone && conversationSid) && (
          <section className={styles.list} aria-label={t('conversations')}>
            {list.data?.noChatIn.map(({ id, name }) => (
              <Notice key={id} tone="warning">
                {t('shutOut', { name })}
              </Notice>
            ))}
            <Loaded
              read={list}
              skeleton={<ListSkeleton label={t('loading')} />}
              failed={t('listFailed')}
              empty={{
                when: ({ conversations }) => conversations.length === 0,
                show: <EmptyState title={t('noConversations')} hint={t('noConversationsHint')} />,
              }}
            >
              {({ conversations }) => <ConversationList conversations={conversations} openSid={conversationSid} />}
            </Loaded>
            {players.length > 0 && (
              <Suspense fallback={null}>
                <ReadAlong.Component />
              </Suspense>
            )}
          </section>
        )}
        {conversationSid ? (
          <Conversation key={conversationSid} conversationSid={conversationSid} />
        ) : (
          !isPhone &&
          !isActingForOther && (
            <div className={classes(styles.conversation, styles.nothing)}>
              <EmptyState title={t('chooseOne')} hint={t('chooseOneHint')} />
            </div>
          )
        )}
      </div>
      <LazyPart
        isNeeded={isNotificationsOpen || showsSafety || isMarkingChild || isNew}
        onFailed={closeAll}
        fallback={null}
      >
        {isNotificationsOpen && <lazyParts.Notifications close={() => setNotificationsOpen(false)} />}
        {showsSafety && <lazyParts.Safety clubs={administeredClubs} first={safetyClubId} close={closeSafety} />}
        {isMarkingChild && <lazyParts.ChildAccount players={players} close={() => setMarkingChild(false)} />}
        {(isNew || wasCreating) && <lazyParts.NewConversation opened={isNew} requested={requested} close={closeNew} />}
      </LazyPart>
    </Screen>
  )
}
