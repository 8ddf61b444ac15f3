import { expect, test } from 'vitest';
import type { Image } from '#contract/content.ts';
import { ContentImage } from './image.tsx';
import { render } from './render-fixture.tsx';

const image: Image = {
  id: '1',
  url: '/api/image/viti.png',
  alt: 'Viti',
  responsiveImage: {
    src: '/viti.png?w=1920',
    srcSet: '/viti.png?w=480 480w',
    sizes: '(max-width: 1920px) 100vw, 1920px',
    width: 1920,
    height: 1080,
    aspectRatio: 16 / 9,
    base64: 'data:image/jpeg;base64,AA',
    alt: 'Viti',
  },
};

test('a picture says its sizes, and waits until it comes near', () => {
  const html = render(<ContentImage image={image} />);
  expect(html).toContain(
    '<img class="image_picturePreview" src="data:image/jpeg;base64,AA" alt="" aria-hidden="true"/>',
  );
  expect(html).toContain(
    '<img loading="lazy" decoding="async" srcSet="/viti.png?w=480 480w" ' +
      'sizes="(max-width: 1920px) 100vw, 1920px" src="/viti.png?w=1920" ' +
      'width="1920" height="1080" alt="Viti"/>',
  );
});

test('pictures of the content service come from our own origin, in every size', () => {
  const from = 'https://www.datocms-assets.com/1/viti.png';
  const sized = image.responsiveImage as NonNullable<Image['responsiveImage']>;
  const theirs = { ...sized, src: `${from}?w=1920`, srcSet: `${from}?w=480 480w,${from}?w=960 960w` };
  const own = '/myndir/https/www.datocms-assets.com/1/viti.png';
  expect(render(<ContentImage image={{ ...image, responsiveImage: theirs }} />)).toContain(
    `srcSet="${own}?w=480 480w,${own}?w=960 960w" sizes="${sized.sizes}" src="${own}?w=1920"`,
  );
  expect(render(<ContentImage image={{ ...image, url: from, responsiveImage: null }} />)).toContain(
    `src="${own}"`,
  );
});

test('the first picture of a page is loaded at once', () => {
  const html = render(<ContentImage image={image} first sizes="640px" />);
  expect(html).toContain('loading="eager" fetchPriority="high"');
  expect(html).toContain('sizes="640px"');
});

test('a picture without sizes, and a preview that is none', () => {
  expect(render(<ContentImage image={{ ...image, alt: null, responsiveImage: null }} />)).toBe(
    '<span class="image_picture">' +
      '<img src="/api/image/viti.png" alt="" loading="lazy" decoding="async"/></span>',
  );
  const sized = {
    ...(image.responsiveImage as NonNullable<Image['responsiveImage']>),
    base64: 'javascript:1',
  };
  expect(render(<ContentImage image={{ ...image, responsiveImage: sized }} />)).not.toContain(
    'picture-preview',
  );
});

test('nothing lies behind a drawing, which may be seen through', () => {
  const sized = image.responsiveImage as NonNullable<Image['responsiveImage']>;
  const drawing = { ...image, responsiveImage: { ...sized, src: '/viti.svg?w=1920' } };
  expect(render(<ContentImage image={drawing} />)).not.toContain('picture-preview');
});
