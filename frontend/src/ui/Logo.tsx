export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--button)" />
      <path d="M6 17v-4M10 17V7M14 17v-7M18 17v-3" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
