import { chat } from '#shared/api/chat.ts'
import { serve } from '../serve.ts'

export const handler = serve(chat, {
  'GET /rest-api/chat/unread-count': async ({ me }) => ({ unreadCount: (await me).counts?.unreadChat ?? 0 }),
})
