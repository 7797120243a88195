import type { StorageType } from '#shared/rules/library.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Browser } from './Browser.tsx'
import { AddForm, EditForm } from './ItemForms.tsx'
import { MoveTo } from './MoveTo.tsx'
import type { Item, Place } from './place.ts'
import { Preview } from './Preview.tsx'
import { ShareForm } from './ShareForm.tsx'
import english from './texts.en.json'

/** Which dialog of the library is open, and about what. */
export type Opened =
  | { dialog: 'add'; type: Exclude<StorageType, 'FILE'> }
  | { dialog: 'edit' | 'share' | 'preview'; item: Item }
  | { dialog: 'move'; items: readonly Item[] }

type Props = {
  place: Place
  /** What is on the list, to be gone through where it is looked at. */
  items: readonly Item[]
  opened: Opened | undefined
  open: (opened: Opened) => void
  close: () => void
  done: () => void
}

export function ItemDialogs({ place, items, opened, open, close, done }: Props) {
  const t = useTexts('academy', english)
  const title = () => {
    if (!opened) return ''
    if (opened.dialog === 'add') {
      const titles = { DIRECTORY: 'newFolder', LINK: 'newLink', FORM: 'newForm' } as const
      return t(opened.type in titles ? titles[opened.type as 'LINK'] : 'newToDo')
    }
    if (opened.dialog === 'move') return t('moveTo')
    if (opened.dialog === 'preview') return opened.item.name
    return t(opened.dialog === 'edit' ? 'editItem' : 'shareItem', { name: opened.item.name })
  }
  return (
    <Dialog
      opened={opened !== undefined}
      close={close}
      title={title()}
      shape={opened?.dialog === 'preview' ? 'page' : 'form'}
    >
      {opened?.dialog === 'add' && <AddForm place={place} type={opened.type} close={close} />}
      {opened?.dialog === 'edit' && <EditForm orgId={place.orgId} itemId={opened.item.id} close={close} />}
      {opened?.dialog === 'share' && <ShareForm orgId={place.orgId} item={opened.item} close={close} />}
      {opened?.dialog === 'preview' && (
        <Browser items={items} item={opened.item} go={(item) => open({ dialog: 'preview', item })}>
          <Preview key={opened.item.id} place={place} item={opened.item} />
        </Browser>
      )}
      {opened?.dialog === 'move' && (
        <MoveTo
          orgId={place.orgId}
          items={opened.items}
          close={(moved) => {
            if (moved) done()
            close()
          }}
        />
      )}
    </Dialog>
  )
}
