import { nameText, useTexts } from '../i18n.ts'
import { listText } from '../kit/format.ts'
import texts from './texts.en.json'

/** Up to this many first names are listed for an unnamed conversation; with more people, the first two. */
const maxFirstNames = 3

/** The title of a conversation: its name, or the other people in it; "group" if no one else is left. */
export function useConversationTitle() {
  const t = useTexts('chat', texts)
  return ({ friendlyName, firstNames }: { friendlyName: string; firstNames: readonly string[] }): string => {
    if (friendlyName !== '') return nameText(friendlyName)
    if (firstNames.length === 0) return t('group')
    if (firstNames.length <= maxFirstNames) return listText(firstNames)
    return t('andOthers', { names: firstNames.slice(0, 2).join(', '), count: firstNames.length - 2 })
  }
}
