import type { ReactNode } from 'react';
import styles from './YamlText.module.css';

const KEY = /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#:"'][^:#]*?):)(?=\s|$)(.*)$/;
const ITEM = /^(\s*(?:- )+)(.*)$/;

/** One line of YAML with its key and value coloured. Colours only help: the text is all there. */
export function YamlText({ text }: { text: string }) {
  if (/^\s*#/.test(text)) return <span className={styles.comment}>{text}</span>;
  const key = KEY.exec(text);
  if (key) {
    return (
      <span>
        {key[1]}
        <span className={styles.key}>{key[2]}</span>
        {value(key[3] ?? '')}
      </span>
    );
  }
  const item = ITEM.exec(text);
  if (item) {
    return (
      <span>
        {item[1]}
        {value(item[2] ?? '')}
      </span>
    );
  }
  return <span>{text}</span>;
}

function value(text: string): ReactNode {
  const trimmed = text.trim();
  if (trimmed === '') return text;
  const literal = /^(?:-?(?:[\d.]+[a-zµ%]*)+|true|false|null|~|\{\}|\[\])$/.test(trimmed);
  return <span className={literal ? styles.literal : styles.string}>{text}</span>;
}
