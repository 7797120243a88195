import { chat } from '#shared/api/chat.ts'
import { lazyHandler } from '../runtime/lazy.ts'
import { serve } from '../serve.ts'
import { createTicket } from './ticket.ts'

/** Every visit calls the routes for the unread count and the WebSocket ticket; all others are loaded with the chat screen. */
const screen = () => import('./screen.ts')

export const handler = serve(chat, {
  'GET /rest-api/chat/unread-count': async ({ me }) => ({ unreadCount: (await me).counts?.unreadChat ?? 0 }),
  'GET /rest-api/chat/conversations': lazyHandler(screen, 'listConversations'),
  'GET /rest-api/chat/conversations/{conversationSid}': lazyHandler(screen, 'readConversation'),
  'POST /rest-api/chat/create/dm': lazyHandler(screen, 'createConversation'),
  'POST /rest-api/chat/teams/{teamId}': lazyHandler(screen, 'openTeam'),
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': lazyHandler(screen, 'rename'),
  'POST /rest-api/chat/conversations/{conversationSid}/read': lazyHandler(screen, 'markRead'),
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': lazyHandler(screen, 'mute'),
  'POST /rest-api/chat/conversations/{conversationSid}/leave': lazyHandler(screen, 'leave'),
  'POST /rest-api/chat/conversations/{conversationSid}/people': lazyHandler(screen, 'addPeople'),
  'GET /rest-api/chat/conversations/{conversationSid}/messages': lazyHandler(screen, 'listMessages'),
  'POST /rest-api/chat/conversations/{conversationSid}/messages': lazyHandler(screen, 'sendMessage'),
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': lazyHandler(screen, 'editMessage'),
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': lazyHandler(screen, 'deleteMessage'),
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': lazyHandler(screen, 'vote'),
  'POST /rest-api/chat/conversations/{conversationSid}/search': lazyHandler(screen, 'searchMessages'),
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': lazyHandler(screen, 'pin'),
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': lazyHandler(screen, 'react'),
  'GET /rest-api/chat-user/available-orgs': lazyHandler(screen, 'listOrganizations'),
  'GET /rest-api/chat-user/available-participants': lazyHandler(screen, 'listOfOrganization'),
  'GET /rest-api/chat-user/available-participants/teams': lazyHandler(screen, 'listOfTeams'),
  'GET /rest-api/chat-user/available-participants/players': lazyHandler(screen, 'listOfPlayers'),
  'GET /rest-api/chat/enabled/{orgUnitId}': lazyHandler(screen, 'readEnabled'),
  'PUT /rest-api/chat/player-account/{playerId}': lazyHandler(screen, 'markPlayerAccount'),
  'DELETE /rest-api/chat/player-account/{playerId}': lazyHandler(screen, 'unmarkPlayerAccount'),
  'POST /rest-api/chat/ticket': createTicket,
  'GET /rest-api/push/devices': lazyHandler(screen, 'listDevices'),
  'PUT /rest-api/push/devices': lazyHandler(screen, 'addDevice'),
  'DELETE /rest-api/push/devices': lazyHandler(screen, 'removeDevice'),
  'GET /rest-api/chat/read-along': lazyHandler(screen, 'listReadAlong'),
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': lazyHandler(screen, 'readAlong'),
})
