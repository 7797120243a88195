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
import { late } from './late.tsx'
import texts from './texts.en.json'
import { listInterval } from './useConversation.ts'
import { useLiveList } from './useLive.ts'

/** For guardians, shown below the list; loaded lazily, so that conversations do not wait for it. */
const ReadAlong = chunk(() => import('./ReadAlong.tsx').then(({ ReadAlong }) => ReadAlong))

/** The list of conversations next to the open one; on phones one at a time. */
export default function ChatScreen() {
  const t = useTexts('chat', texts)
  const phone = usePhone()
  const { orgId, teamId, conversationSid } = useParams()
  const [query, setQuery] = useSearchParams()
  // Opened from elsewhere to write to someone; otherwise a new conversation is with people of the selected team or club.
  const last = useContext(SelectedContext)?.selection
  const selected = orgId === undefined ? typeof last === 'object' && last : { orgId, teamId }
  const to = { orgId: query.get('orgId'), userId: query.get('userId'), playerId: query.get('playerId') }
  const wanted = { ...to, teamId: undefined, ...(to.orgId === null && selected) }
  const [asked, setAsked] = useState(false)
  const isNew = asked || wanted.userId !== null || wanted.playerId !== null
  const list = useApi('GET /rest-api/chat/conversations', {}, { handles: ['failures'], refreshInterval: listInterval })
  useLiveList()
  const [marking, setMarking] = useState(false)
  const whyCannot = useWhyCannot()
  const { players: all = [], organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const players = all.filter(({ id }) => whyCannot({ grownUp: 'family' }, id) === undefined)
  const run = organizations.filter(({ permissions }) => permissions.includes('canEditAdministrators'))
  const [looking, setLooking] = useState(false)
  // Emails about a reported message link here.
  const safetyOf = query.get('safety')
  const isLooking = looking || (safetyOf !== null && run.length > 0)
  function endLooking() {
    setLooking(false)
    if (safetyOf !== null) setQuery({}, { replace: true })
  }
  const [telling, setTelling] = useState(false)
  // Keep the dialog mounted once opened, so that its closing animation runs.
  const [wasNew, setWasNew] = useState(false)
  if (isNew && !wasNew) setWasNew(true)
  function endNew() {
    setAsked(false)
    setQuery({}, { replace: true })
  }
  function closeAll() {
    setTelling(false)
    endLooking()
    setMarking(false)
    setWasNew(false)
    if (isNew) endNew()
  }
  // Staff acting on someone's behalf never get access to that person's chat.
  const isTheirs = list.error?.code === 'only_themselves'
  const begin = (
    <>
      <Menu
        about={t('chat')}
        items={[
          { label: t('pushTitle'), run: () => setTelling(true) },
          players.length > 0 && { label: t('childAccount'), run: () => setMarking(true) },
          run.length > 0 && { label: t('safety'), run: () => setLooking(true) },
        ]}
      />
      <Button onClick={() => setAsked(true)}>{t('newConversation')}</Button>
    </>
  )

  return (
    <Screen
      title={t('chat')}
      width="full"
      whole={conversationSid !== undefined}
      actions={isTheirs || (phone && conversationSid) ? undefined : begin}
    >
      <div className={styles.panes}>
        {!(phone && conversationSid) && (
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
              {({ conversations }) => <ConversationList conversations={conversations} open={conversationSid} />}
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
          !phone &&
          !isTheirs && (
            <div className={classes(styles.conversation, styles.nothing)}>
              <EmptyState title={t('chooseOne')} hint={t('chooseOneHint')} />
            </div>
          )
        )}
      </div>
      <LazyPart isNeeded={telling || isLooking || marking || isNew} onFailed={closeAll} fallback={null}>
        {telling && <late.Notifications close={() => setTelling(false)} />}
        {isLooking && <late.Safety clubs={run} first={safetyOf} close={endLooking} />}
        {marking && <late.ChildAccount players={players} close={() => setMarking(false)} />}
        {(isNew || wasNew) && <late.NewConversation opened={isNew} wanted={wanted} close={endNew} />}
      </LazyPart>
    </Screen>
  )
}
