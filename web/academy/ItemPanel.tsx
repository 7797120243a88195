import { useEffect, useState } from 'react'
import { isAtLeast } from '#shared/rules/shares.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink, IconButton } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dateText, readerZone, sizeText } from '../kit/format.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { FullStarIcon, StarIcon } from '../kit/stars.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
import { recordOpenedItem } from '../shell/recordOpenedItem.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Academy.module.css'
import type { LibraryDialog } from './ItemDialogs.tsx'
import { type Detail, ITEM, type Place } from './place.ts'
import { AccessList } from './AccessList.tsx'
import english from './texts.en.json'
import { kindOf, KindIcon, taskTypeOf } from './types.tsx'
import { useFavorite } from './useItemActions.ts'

/** How long an item must stay selected before its details load, in milliseconds. */
const selectionDelay = 300

type Props = { place: Place; itemId: string | undefined; close: () => void; open: (opened: LibraryDialog) => void }

/** Details of the selected item: a panel at the right on laptops, a drawer on phones. */
export function ItemPanel({ place, itemId, close, open }: Props) {
  const t = useTexts('academy', english)
  const isWide = useMediaQuery('(min-width: 1024px)')
  const shownId = useDelayedId(itemId)
  const read = useApi(ITEM, shownId === undefined ? undefined : { orgId: place.orgId, storageItemId: shownId }, {
    handles: ['failures', 'not_allowed'],
  })
  if (shownId === undefined) return null
  const content = (
    <Loaded
      read={read}
      failed={t('itemFailed')}
      skeleton={
        <Skeletons label={t('loading')}>
          <Skeleton height="32px" width="70%" />
          <Skeleton height="96px" />
        </Skeletons>
      }
    >
      {(item) => <Details item={item} place={place} open={open} />}
    </Loaded>
  )
  const title = read.data?.name ?? t('details')
  if (!isWide)
    return (
      <Dialog opened close={close} title={title} shape="drawer">
        {content}
      </Dialog>
    )
  return (
    // The snapshot kept on the device must not contain who sees the item and who added it.
    <aside className={styles.panel} data-unkept="" aria-label={t('details')}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        <IconButton label={t('closeDetails')} onClick={close}>
          <CloseIcon />
        </IconButton>
      </div>
      {content}
    </aside>
  )
}

/** The selected item once it has been selected for `selectionDelay`; clears immediately. */
function useDelayedId(itemId: string | undefined): string | undefined {
  const [delayedId, setDelayedId] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setDelayedId(itemId), itemId === undefined ? 0 : selectionDelay)
    return () => clearTimeout(timer)
  }, [itemId])
  return itemId === undefined ? undefined : delayedId
}

function Details({ item, place, open }: { item: Detail; place: Place; open: Props['open'] }) {
  const t = useTexts('academy', english)
  const setFavorite = useFavorite()
  const mayEdit = place.playerId === undefined && isAtLeast(item.access, 'EDITOR')
  const { fileMetadata, hyperLink } = item
  return (
    <div className={styles.details}>
      <p className={styles.kind}>
        <KindIcon item={item} size={32} />
        <span>
          {t(kindOf(item))}
          {fileMetadata && ` · ${sizeText(fileMetadata.size)}`}
        </span>
      </p>
      <div className={styles.row}>
        {item.type === 'FILE' && (
          <Button kind="primary" onClick={() => open({ dialog: 'preview', item })}>
            {t('open')}
          </Button>
        )}
        {taskTypeOf(item) && (
          <ButtonLink to={paths.libraryTask({ type: taskTypeOf(item) ?? '', storageItemId: item.id })} kind="primary">
            {t('openTask')}
          </ButtonLink>
        )}
        {hyperLink && (
          <a
            className={styles.outside}
            href={hyperLink}
            target="_blank"
            rel="noreferrer"
            onClick={() => recordOpenedItem(place, item.id)}
          >
            {t('openLink')}
          </a>
        )}
        <Button
          icon={item.favorite ? <FullStarIcon size={20} /> : <StarIcon size={20} />}
          aria-pressed={item.favorite}
          onClick={() => void setFavorite(item.id, !item.favorite)}
        >
          {t('favorite')}
        </Button>
        {mayEdit && <Button onClick={() => open({ dialog: 'edit', item })}>{t('edit')}</Button>}
        {mayEdit && <Button onClick={() => open({ dialog: 'share', item })}>{t('share')}</Button>}
      </div>
      {item.description && <p className={styles.description}>{item.description}</p>}
      {item.tagTexts.length > 0 && (
        <p className={styles.row} aria-label={t('tags')}>
          {item.tagTexts.map(({ id, tag }) => (
            <Badge key={id}>{tag}</Badge>
          ))}
        </p>
      )}
      <p className={styles.muted}>
        {item.addedBy
          ? t('addedBy', { name: item.addedBy, day: dateText(item.addedAt, readerZone()) })
          : t('addedOn', { day: dateText(item.addedAt, readerZone()) })}
      </p>
      {mayEdit && <AccessList orgId={place.orgId} storageItemId={item.id} />}
    </div>
  )
}
