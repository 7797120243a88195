/** The fonts of PDF attachments: files of an npm package that are put next to the bundles of the functions that use them. */
export const fonts = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'] as const
