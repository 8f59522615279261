import type { ThemeConfig } from 'antd'
import type { Preferences } from '#shared/bridge/commands.ts'

type FontSize = Preferences['fontSize']

/** Base font and control height (px). */
const sizes: Readonly<Record<FontSize, { readonly font: number; readonly control: number }>> = {
  standard: { font: 14, control: 32 },
  large: { font: 16, control: 36 },
  extraLarge: { font: 20, control: 44 },
}

export const fontSizeNames: Readonly<Record<FontSize, string>> = { standard: '标准', large: '大', extraLarge: '特大' }

/** Base font size (px). */
export function fontPixels(size: FontSize): number {
  return sizes[size].font
}

/** The tokens of `design/screens.md`: a muted blue, radius 6, greys with sufficient contrast. */
export function themeOf(size: FontSize): ThemeConfig {
  return {
    // Component styles come from the library's style sheet; only the tokens below become variables at start. Generating the styles at
    // runtime cost half a second at login, and delayed each screen that first used a component.
    zeroRuntime: true,
    hashed: false,
    // Each size has variables of its own: a hidden tab is drawn in the new one late, and what it still holds must not rule over what is seen.
    cssVar: { key: `letters-${size}` },
    token: {
      // No animations. This also preserves the input in an open dialog of a hidden tab: an animated component remounts, empty, when its
      // tab is shown again.
      motion: false,
      colorPrimary: '#2a67ad',
      colorInfo: '#2a67ad',
      colorLink: '#2a67ad',
      colorPrimaryHover: '#1f5391',
      colorPrimaryActive: '#194678',
      colorLinkHover: '#1f5391',
      colorPrimaryBg: '#e8f0fa',
      colorPrimaryBgHover: '#dbe7f6',
      colorInfoBg: '#eef4fb',
      colorInfoBorder: '#b9d0ea',
      controlItemBgActive: '#e8f0fa',
      controlItemBgActiveHover: '#dbe7f6',
      colorError: '#c8322b',
      colorSuccess: '#2f7d32',
      colorSuccessBg: '#eef7ee',
      colorSuccessBorder: '#b5dab7',
      colorBgLayout: '#f2f4f7',
      colorTextDescription: '#5c6672',
      colorTextTertiary: '#5c6672',
      colorTextPlaceholder: '#6b7480',
      // Disabled text must stay readable.
      colorTextDisabled: '#7a838e',
      borderRadius: 6,
      fontSize: sizes[size].font,
      controlHeight: sizes[size].control,
      fontFamily: "'Microsoft YaHei UI', 'Microsoft YaHei', 'PingFang SC', 'Noto Sans CJK SC', 'Source Han Sans SC', sans-serif",
    },
    components: {
      Menu: { itemHeight: sizes[size].control + 8, activeBarBorderWidth: 0 },
      Table: { headerBg: '#f5f7fa' },
      // Shows nine provinces at once instead of six.
      Cascader: { dropdownHeight: sizes[size].control * 7 },
    },
  }
}
