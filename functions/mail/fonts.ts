/** Fonts of PDFs attached to mails: files of an npm package, shipped beside the bundle. */
export const fonts = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'] as const
