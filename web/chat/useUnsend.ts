import { problemText, useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'
import type { Message } from './useConversation.ts'

const refreshes = ['GET /rest-api/chat/conversations/{conversationSid}/messages'] as const

/**
 * Unsends one of the user's own messages. An Undo brings its text back; files, polls and events cannot be brought back, so
 * unsending these asks for confirmation first.
 */
export function useUnsend(conversationSid: string, { messageSid, text, files, poll, event }: Message) {
  const t = useTexts('chat', texts)
  const id = { conversationSid, messageSid }
  const isText = files.length === 0 && !poll && !event
  const restoring = useSave('PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}', {
    refreshes,
    failed: problemText,
  })
  const { save } = useSave('DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}', {
    refreshes,
    saved: t('takenBackNow'),
    undo: () => void restoring.save({ ...id, body: { text } }),
    canUndo: () => isText,
    failed: problemText,
  })
  return async () => {
    if (isText || (await confirm({ title: t('takeBackTitle'), lost: t('takeBackLost'), yes: t('takeBack') })))
      await save(id)
  }
}
