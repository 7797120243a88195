import { maxAtOnce } from '#shared/rules/library.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Academy.module.css'
import type { LibraryDialog } from './ItemDialogs.tsx'
import type { Item } from './place.ts'
import english from './texts.en.json'
import { useDelete } from './useItemActions.ts'

/** Actions on several selected items. */
export function SelectionActions(props: {
  items: readonly Item[]
  clear: () => void
  open: (opened: LibraryDialog) => void
  orgId: string
}) {
  const { items, clear, open, orgId } = props
  const t = useTexts('academy', english)
  const remove = useDelete(orgId)
  const why =
    items.length > maxAtOnce
      ? t('chosenTooMany', { count: maxAtOnce })
      : items.every(({ movable }) => movable)
        ? undefined
        : t('someNotMovable')
  return (
    <div className={styles.chosen} role="group" aria-label={t('chosen', { count: items.length })}>
      <span>{t('chosen', { count: items.length })}</span>
      <Button kind="quiet" disabledReason={why} onClick={() => open({ dialog: 'move', items })}>
        {t('moveTo')}
      </Button>
      <Button kind="quiet" disabledReason={why} onClick={() => void remove(items).then((done) => done && clear())}>
        {t('delete')}
      </Button>
      <Button kind="quiet" onClick={clear}>
        {t('clear')}
      </Button>
    </div>
  )
}
