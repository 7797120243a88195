import { chat } from '#shared/api/chat.ts'
import { later } from '../runtime/lazyHandler.ts'
import { serve } from '../serve.ts'
import { giveTicket } from './ticket.ts'

/** Every visit asks for the number on the badge, and for a line; the rest comes with the screen of the chat. */
const screen = () => import('./screen.ts')

export const handler = serve(chat, {
  'GET /rest-api/chat/unread-count': async ({ me }) => ({ unreadCount: (await me).counts?.unreadChat ?? 0 }),
  'GET /rest-api/chat/conversations': later(screen, 'listConversations'),
  'GET /rest-api/chat/conversations/{conversationSid}': later(screen, 'readConversation'),
  'POST /rest-api/chat/create/dm': later(screen, 'createConversation'),
  'POST /rest-api/chat/teams/{teamId}': later(screen, 'openTeam'),
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': later(screen, 'rename'),
  'POST /rest-api/chat/conversations/{conversationSid}/read': later(screen, 'markRead'),
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': later(screen, 'mute'),
  'POST /rest-api/chat/conversations/{conversationSid}/leave': later(screen, 'leave'),
  'POST /rest-api/chat/conversations/{conversationSid}/people': later(screen, 'addPeople'),
  'GET /rest-api/chat/conversations/{conversationSid}/messages': later(screen, 'listMessages'),
  'POST /rest-api/chat/conversations/{conversationSid}/messages': later(screen, 'sendMessage'),
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': later(screen, 'editMessage'),
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': later(screen, 'deleteMessage'),
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': later(screen, 'vote'),
  'POST /rest-api/chat/conversations/{conversationSid}/search': later(screen, 'searchMessages'),
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': later(screen, 'pin'),
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': later(screen, 'react'),
  'GET /rest-api/chat-user/available-orgs': later(screen, 'listOrganizations'),
  'GET /rest-api/chat-user/available-participants': later(screen, 'listOfOrganization'),
  'GET /rest-api/chat-user/available-participants/teams': later(screen, 'listOfTeams'),
  'GET /rest-api/chat-user/available-participants/players': later(screen, 'listOfPlayers'),
  'GET /rest-api/chat/enabled/{orgUnitId}': later(screen, 'readEnabled'),
  'PUT /rest-api/chat/player-account/{playerId}': later(screen, 'markPlayerAccount'),
  'DELETE /rest-api/chat/player-account/{playerId}': later(screen, 'unmarkPlayerAccount'),
  'POST /rest-api/chat/ticket': giveTicket,
  'GET /rest-api/push/devices': later(screen, 'listDevices'),
  'PUT /rest-api/push/devices': later(screen, 'addDevice'),
  'DELETE /rest-api/push/devices': later(screen, 'removeDevice'),
  'GET /rest-api/chat/read-along': later(screen, 'listReadAlong'),
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': later(screen, 'readAlong'),
})
