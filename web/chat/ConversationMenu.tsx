import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { whyCannotNameConversation } from '#shared/rules/chat.ts'
import { nameText, problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Menu } from '../kit/Menu.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { lazyParts } from './lazyParts.tsx'
import texts from './texts.en.json'
import { useConversationTitle } from './useConversationTitle.ts'
import { useChatPath } from './useChatPath.ts'
import type { ConversationOf, MessagePosition, Message } from './useConversation.ts'

const refreshes = ['GET /rest-api/chat/conversations', 'GET /rest-api/chat/conversations/{conversationSid}'] as const

type Props = {
  conversation: ConversationOf
  messages: readonly Message[]
  scrollTo: (to: MessagePosition) => void
  /** Why nobody can write in it or rename it. */
  stopped: string | undefined
}
/** The actions on a conversation: people, name, mute, search and leave. */
export function ConversationMenu({ conversation, messages, scrollTo, stopped }: Props) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const chatPath = useChatPath()
  const { conversationSid, type, muted } = conversation
  const titleOf = useConversationTitle()
  const [openDialog, setOpenDialog] = useState<'people' | 'name' | 'add' | 'search'>()
  const muting = useSave('PUT /rest-api/chat/conversations/{conversationSid}/muted', {
    refreshes: [...refreshes, 'GET /rest-api/chat/unread-count'],
    saved: ({ muted: isMuted }) => t(isMuted ? 'mutedNow' : 'heardNow'),
    failed: t('notSaved'),
  })
  const leaving = useSave('POST /rest-api/chat/conversations/{conversationSid}/leave', {
    refreshes: ['GET /rest-api/chat/conversations', 'GET /rest-api/chat/unread-count'],
    saved: t('leftNow'),
    failed: t('notSaved'),
  })
  async function leave() {
    const isSure = await confirm({
      title: t('leaveTitle'),
      lost: t('leaveLost'),
      kept: t('leaveKept'),
      yes: t('leave'),
    })
    if (isSure && (await leaving.save({ conversationSid }))) await navigate(chatPath())
  }
  return (
    <>
      <Menu
        about={titleOf(conversation)}
        items={[
          { label: t('whoIsIn'), run: () => setOpenDialog('people') },
          { label: t('search'), run: () => setOpenDialog('search') },
          type === 'group' && { label: t('addPeople'), run: () => setOpenDialog('add') },
          type === 'group' && { label: t('rename'), run: () => setOpenDialog('name'), disabledReason: stopped },
          {
            label: t(muted ? 'unmute' : 'mute'),
            run: () => void muting.save({ conversationSid, body: { muted: !muted } }),
          },
          type === 'group' && { label: t('leave'), danger: true, run: () => void leave() },
        ]}
      />
      <People conversation={conversation} opened={openDialog === 'people'} close={() => setOpenDialog(undefined)} />
      <LazyPart isNeeded={openDialog !== undefined} onFailed={() => setOpenDialog(undefined)} fallback={null}>
        {openDialog === 'add' && (
          <lazyParts.AddPeople conversation={conversation} close={() => setOpenDialog(undefined)} />
        )}
        {openDialog === 'search' && (
          <lazyParts.Search
            conversation={conversation}
            messages={messages}
            lead={scrollTo}
            close={() => setOpenDialog(undefined)}
          />
        )}
      </LazyPart>
      {openDialog === 'name' && <Rename conversation={conversation} close={() => setOpenDialog(undefined)} />}
    </>
  )
}

type PeopleProps = { conversation: ConversationOf; opened: boolean; close: () => void }
function People({ conversation: { people, lastSeq }, opened, close }: PeopleProps) {
  const t = useTexts('chat', texts)
  const members = people.filter(({ left }) => !left)
  return (
    <Dialog opened={opened} close={close} title={t('whoIsIn')} shape="drawer">
      <ul className={styles.people}>
        {members.map(({ userId, name, avatarUrl, staff, minor, readSeq }) => (
          <li key={userId}>
            <Avatar name={name} id={userId} url={avatarUrl} />
            <span>{nameText(name)}</span>
            {staff && <Badge tone="primary">{t('staff')}</Badge>}
            {minor && <Badge>{t('minor')}</Badge>}
            {lastSeq > 0 && readSeq >= lastSeq && <span className={styles.meta}>{t('hasRead')}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Rename({ conversation, close }: { conversation: ConversationOf; close: () => void }) {
  const t = useTexts('chat', texts)
  const { conversationSid } = conversation
  const [name, setName] = useState(conversation.friendlyName)
  const [fault, setFault] = useState<string>()
  const { save, saving } = useSave('POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}', {
    refreshes,
    saved: t('renamed'),
    failed: problemText,
  })
  async function rename() {
    const why = whyCannotNameConversation(name)
    if (why) return setFault(t(why === 'too_long' ? 'nameTooLong' : 'typeAName'))
    const orgId = organizationOf(conversationSid)
    if (await save({ orgId, conversationSid, body: { friendlyName: name.trim() } })) close()
  }
  return (
    <Dialog
      opened
      close={close}
      title={t('rename')}
      shape="form"
      foot={
        <Button kind="primary" busy={saving} onClick={() => void rename()}>
          {t('save')}
        </Button>
      }
    >
      <UnsavedInputGuard dirty={name !== conversation.friendlyName} />
      <Field label={t('conversationName')} value={name} onChange={setName} fault={fault} />
    </Dialog>
  )
}
