import { useParams } from 'react-router-dom'
import { paths } from '../paths.ts'

/** The path of a conversation or of the list, keeping the team or club in the current address. */
export function useChatPath() {
  const { orgId, teamId } = useParams()
  return (conversationSid?: string) => paths.chat({ orgId, teamId, conversationSid })
}
