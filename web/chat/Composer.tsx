import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { messageFileLimit, messageLimit, whyCannotCaption, whyCannotMessage } from '#shared/rules/chat.ts'
import { fileLimit } from '#shared/rules/files.ts'
import { Attachments } from '../files/Attachments.tsx'
import fileTexts from '../files/texts.en.json'
import { useAttachments } from '../files/useAttachments.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { FileInput } from '../kit/FileInput.tsx'
import { sizeText } from '../kit/format.ts'
import { CloseIcon, PlusIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/Menu.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { useUserId } from '../session/useUserId.ts'
import { LazyPart } from '../kit/LazyPart.tsx'
import styles from './Chat.module.css'
import { lazyParts } from './lazyParts.tsx'
import { sendTyping } from './socket.ts'
import { findMentionedIds, MentionSuggestions } from './MentionSuggestions.tsx'
import { keepDraft, readDraft } from './messageQueue.ts'
import texts from './texts.en.json'
import type { ConversationOf, Message } from './useConversation.ts'
import type { MessageContent } from './useQueuedMessages.ts'

type Props = {
  conversationSid: string
  /** Why the conversation is closed for messages. */
  stopped: string | undefined
  replyTo: Message | undefined
  cancelReply: () => void
  sendMessage: (words: MessageContent) => void
  /** The people who can be mentioned. */
  people: ConversationOf['people']
}

/**
 * The message field, or why writing is not possible; existing text is kept above that reason, so that it can be copied. Drafts
 * stay on the device. Enter sends on laptops and adds a line on phones.
 */
export function Composer({ conversationSid, stopped, replyTo, cancelReply, sendMessage, people }: Props) {
  const t = useTexts('chat', texts)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, files, isEmpty, isTooLong, whyNot, attach, send } = useMessage({
    conversationSid,
    stopped,
    people,
    sendMessage,
  })
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])
  function sendOnEnter(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isEnter || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  function attachPasted(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    attach(pasted)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }
  if (stopped !== undefined && isEmpty)
    return (
      <div className={styles.composer}>
        <Notice tone="warning">{stopped}</Notice>
      </div>
    )
  return (
    <form className={styles.composer} onSubmit={submit}>
      {replyTo && (
        <p className={styles.replying}>
          <span>{t('replyingTo', { text: replyTo.text || replyTo.files.map(({ name }) => name).join(', ') })}</span>
          <IconButton
            label={t('endReply')}
            onClick={() => {
              cancelReply()
              field.current?.focus()
            }}
          >
            <CloseIcon size={20} />
          </IconButton>
        </p>
      )}
      <Attachments files={files} />
      <MentionSuggestions
        text={text}
        people={people}
        onMention={(nextText) => {
          setText(nextText)
          field.current?.focus()
        }}
      />
      <div className={styles.field}>
        <Attach
          conversationSid={conversationSid}
          isStopped={stopped !== undefined}
          attach={attach}
          sendMessage={sendMessage}
        />
        <label htmlFor={id} className="visually-hidden">
          {t('message')}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder={t('message')}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value.trim()) sendTyping(conversationSid)
          }}
          onKeyDown={sendOnEnter}
          onPaste={attachPasted}
          aria-describedby={`${id}-limit`}
          aria-invalid={isTooLong}
          dir="auto"
        />
        {/* The reason is shown below: next to the button it would leave no room for the field on a phone. */}
        <Button type="submit" kind="primary" {...(whyNot !== undefined && { disabledBy: `${id}-why` })}>
          {t('send')}
        </Button>
      </div>
      <p id={`${id}-why`} role="status" className={styles.meta}>
        {whyNot}
      </p>
      <p id={`${id}-limit`} role="status" className={styles.limit}>
        {isTooLong && t('tooLong', { count: [...text].length, limit: messageLimit })}
      </p>
    </form>
  )
}

/**
 * State of a message being written: its text, which is stored on the device, and its files, which are not. `whyNot`: why it
 * cannot be sent.
 */
function useMessage({ conversationSid, stopped, people, sendMessage }: Omit<Props, 'replyTo' | 'cancelReply'>) {
  const t = useTexts('chat', texts)
  const fileText = useTexts('files', fileTexts)
  const userId = useUserId() ?? ''
  const [text, setText] = useState(() => readDraft(userId, conversationSid))
  const files = useAttachments(organizationOf(conversationSid))
  useEffect(() => keepDraft(userId, conversationSid, text), [userId, conversationSid, text])
  const hasFiles = files.attachments.length > 0
  const isSendingFiles = files.uploads.length > 0
  useLeaveGuard(hasFiles || isSendingFiles, t('filesLeaveLost'))
  const fault = hasFiles ? whyCannotCaption(text) : whyCannotMessage(text)
  const whyNot =
    stopped ?? (files.isSending ? t('filesOnTheirWay') : files.hasFailed ? fileText('failedOne') : undefined)

  function send() {
    if (whyNot !== undefined || fault) return
    const mentions = findMentionedIds(text, people)
    sendMessage({
      text: text.trim(),
      ...(hasFiles && { files: files.attachments }),
      ...(mentions.length > 0 && { mentions }),
    })
    setText('')
    files.clear()
  }
  function attach(chosen: readonly File[]) {
    const tooLarge = chosen.find(({ size }) => size > fileLimit)
    const accepted = chosen.filter(({ size }) => size <= fileLimit)
    const freePlaces = messageFileLimit - files.attachments.length - files.uploads.length
    if (tooLarge)
      showSnackbar({ text: t('fileTooLarge', { name: tooLarge.name, limit: sizeText(fileLimit) }), tone: 'danger' })
    if (accepted.length <= freePlaces) files.add(accepted)
    else showSnackbar({ text: t('tooManyFiles', { count: messageFileLimit }), tone: 'danger' })
  }
  return {
    text,
    setText,
    files,
    isEmpty: text === '' && !hasFiles && !isSendingFiles,
    isTooLong: fault === 'too_long',
    whyNot,
    attach,
    send,
  }
}

type AttachProps = Pick<Props, 'conversationSid' | 'sendMessage'> & {
  isStopped: boolean
  attach: (chosen: readonly File[]) => void
}
/** The menu for attaching files, a poll or an event. */
function Attach({ conversationSid, isStopped, attach, sendMessage }: AttachProps) {
  const t = useTexts('chat', texts)
  const input = useRef<HTMLInputElement>(null)
  const [openDialog, setOpenDialog] = useState<'poll' | 'event'>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      {!isStopped && (
        <Menu
          about={t('message')}
          opener={
            <IconButton label={t('attach')}>
              <PlusIcon />
            </IconButton>
          }
          items={[
            { label: t('attachFiles'), run: () => input.current?.click() },
            { label: t('newPoll'), run: () => setOpenDialog('poll') },
            { label: t('newEvent'), run: () => setOpenDialog('event') },
          ]}
        />
      )}
      <FileInput
        ref={input}
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('attachFiles')}
        choose={attach}
      />
      <LazyPart isNeeded={openDialog !== undefined} onFailed={close} fallback={null}>
        {openDialog === 'poll' && <lazyParts.NewPoll sendMessage={sendMessage} close={close} />}
        {openDialog === 'event' && (
          <lazyParts.NewEvent conversationSid={conversationSid} sendMessage={sendMessage} close={close} />
        )}
      </LazyPart>
    </>
  )
}
