import { nameText, useTexts } from '../i18n.ts'
import { listText } from '../kit/format.ts'
import texts from './texts.en.json'

/** So many first names stand in the place of a name; of more people, the first two. */
const most = 3

/** What a conversation is called: its name, or who else is in it; a group in which nobody else is any more is one. */
export function useCalled() {
  const t = useTexts('chat', texts)
  return ({ friendlyName, firstNames }: { friendlyName: string; firstNames: readonly string[] }): string => {
    if (friendlyName !== '') return nameText(friendlyName)
    if (firstNames.length === 0) return t('group')
    if (firstNames.length <= most) return listText(firstNames)
    return t('andOthers', { names: firstNames.slice(0, 2).join(', '), count: firstNames.length - 2 })
  }
}
